import type { ErrorCode, NodeId, Person, PurgeResult } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { isSpaceOnHold } from '../../spaces/index.ts';
import { inSpaces, UNAVAILABLE } from '../batch.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, isVisible } from '../node-access.ts';
import { may, mayChangeEntry } from '../policy.ts';
import { countPurging } from '../store/purge.ts';
import { beginPurgeOf } from './begin-purge.ts';
import { finishPurge } from './finish-purge.ts';

/** Steps before the call answers, which delete up to 2,000 files. The background job deletes the rest. */
export const STEPS_BEFORE_ANSWER = 20;

type PurgeItem = { readonly ok: true } | { readonly ok: false; readonly code: ErrorCode };

/** Deletes items permanently. May be repeated: items whose deletion has begun are accepted again. */
export async function purgeNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>,
  actor: Person,
  ids: readonly NodeId[],
): Promise<PurgeResult> {
  const spaceIds: string[] = [];
  const batch = { actor, ids, unavailable: UNAVAILABLE };
  const done = await inSpaces<PurgeItem>(services, batch, async (tx, { spaceId, accesses }) => {
    const now = services.clock.now();
    const isOnHold = await isSpaceOnHold(tx, spaceId);
    const items = judgePurges(accesses, { actor, now, isOnHold });
    const accepted = [...items].flatMap(([id, item]) => (item.ok ? [id] : []));
    if (accepted.length > 0) spaceIds.push(spaceId);
    await beginPurgeOf(tx, services, { spaceId, of: accepted, actorId: actor.id });
    return items;
  });
  let unfinished = 0;
  for (const spaceId of spaceIds) {
    const { isDone } = await finishPurge(services, { spaceId, stepsMax: STEPS_BEFORE_ANSWER });
    if (!isDone) unfinished += await countPurging(services.db, spaceId);
  }
  const items = ids.map((id) => ({
    id,
    ...(done.get(id) ?? { ok: false, code: 'node_not_found' as const }),
  }));
  return { items, unfinished };
}

interface Purging extends Asking {
  /** Whether the space of the nodes is on hold. */
  readonly isOnHold: boolean;
}

/** Whether each node may be deleted permanently. */
export function judgePurges(
  accesses: readonly NodeAccess[],
  asking: Purging,
): ReadonlyMap<string, PurgeItem> {
  return new Map(accesses.map((access) => [access.node.id, judge(access, asking)]));
}

function judge(access: NodeAccess, asking: Purging): PurgeItem {
  const { node, role } = access;
  if (node.trashed_at === null) {
    return { ok: false, code: isVisible(access, asking) ? 'not_in_trash' : 'node_not_found' };
  }
  if (!may({ ...asking, role }, 'see', node)) return { ok: false, code: 'node_not_found' };
  if (!mayChangeEntry(asking, 'purge', access)) return { ok: false, code: 'not_allowed' };
  return asking.isOnHold ? { ok: false, code: 'under_hold' } : { ok: true };
}
