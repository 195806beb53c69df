import {
  type ErrorCode,
  LIMITS,
  NodeId,
  type Person,
  type TagItemsRequest,
  type TagItemsResult,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { roleIn } from '../../spaces/index.ts';
import { inSpaces } from '../batch.ts';
import { findSelected } from '../jobs/bulk/find-selected.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, isVisible } from '../node-access.ts';
import { may } from '../policy.ts';
import { listSelectedIds } from '../store/selected.ts';
import { countOnNodes, putOnNodes, takeOffNodes } from './store/node-tags.ts';
import { findTagRow, lockTagRow, type TagRow } from './store/tags.ts';

const BATCH = 1_000;

/** The outcome for one item: changed, already the same, or the reason why not. */
type Judged = 'changed' | 'same' | ErrorCode;

/** Adds or removes a tag in batches, so that others can write in between. Batches before a failure stay. */
export async function tagItems(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { tagId, selection, isOn }: TagItemsRequest & { readonly tagId: string },
): Outcome<TagItemsResult, Failure> {
  const found = await findTagRow(services.db, tagId);
  if (found === undefined || !(await isKnown(services, actor, found))) return err({ code: 'tag_not_found' });
  const ids = await idsOf(services, actor, selection);
  if (!ids.ok) return ids;
  const judged = new Map<string, Judged>();
  for (let at = 0; at < ids.value.length; at += BATCH) {
    const batch = { actor, ids: ids.value.slice(at, at + BATCH) };
    const done = await inSpaces<Judged>(services, batch, async (tx, { spaceId, accesses }) => {
      const tag = await lockTagRow(tx, tagId, 'share');
      const tagging = { tx, actor, now: services.clock.now(), tag, isOn };
      return await tagSome(tagging, { spaceId, accesses });
    });
    for (const id of batch.ids) judged.set(id, done.get(id) ?? 'node_not_found');
  }
  return ok({
    changed: ids.value.filter((id) => judged.get(id) === 'changed'),
    refused: ids.value.flatMap((id) => {
      const code = judged.get(id);
      return code === undefined || code === 'changed' || code === 'same' ? [] : [{ id, code }];
    }),
  });
}

async function isKnown({ db }: Pick<Services, 'db'>, actor: Person, tag: TagRow): Promise<boolean> {
  if (tag.space_id === null) return tag.owner_id === actor.id;
  return (await roleIn(db, tag.space_id, actor.id)) !== undefined;
}

async function idsOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  selection: TagItemsRequest['selection'],
): Outcome<readonly NodeId[], Failure> {
  if (selection.of === 'items') return ok([...new Set(selection.ids)]);
  const found = await findSelected(db, { actor, now: clock.now() }, selection);
  if (!found.ok) return found;
  const limit = LIMITS.selectedMax;
  const ids = await listSelectedIds(db, found.value.selected, limit + 1);
  if (ids.length > limit) return err({ code: 'limit_reached', facts: { limit } });
  return ok(ids.map((id) => NodeId.parse(id)));
}

interface Tagging extends Asking {
  readonly tx: Tx;
  /** Undefined if the tag was deleted in the meantime. */
  readonly tag: TagRow | undefined;
  readonly isOn: boolean;
}

async function tagSome(
  tagging: Tagging,
  { spaceId, accesses }: { readonly spaceId: string; readonly accesses: readonly NodeAccess[] },
): Promise<ReadonlyMap<string, Judged>> {
  const { tx, tag, isOn, now } = tagging;
  const refusals = accesses.map((access) => [access.node.id, refusalOf(tagging, access)] as const);
  const nodeIds = refusals.flatMap(([id, refusal]) => (refusal === undefined ? [id] : []));
  const judged = new Map<string, Judged>(
    refusals.flatMap(([id, refusal]) => (refusal === undefined ? [] : [[id, refusal]])),
  );
  if (tag === undefined || nodeIds.length === 0) return judged;
  const counts = await countOnNodes(tx, { id: tag.id, ownerId: tag.owner_id, nodeIds });
  for (const id of nodeIds) {
    const { has = false, others = 0 } = counts.get(id) ?? {};
    const isFull = isOn && !has && others >= LIMITS.tagsPerNodeMax;
    judged.set(id, isFull ? 'limit_reached' : has === isOn ? 'same' : 'changed');
  }
  const changed = nodeIds.filter((id) => judged.get(id) === 'changed');
  const of = { tagId: tag.id, nodeIds: changed };
  if (changed.length > 0) {
    await (isOn ? putOnNodes(tx, { ...of, spaceId, now }) : takeOffNodes(tx, of));
  }
  return judged;
}

/**
 * Why the item may not be tagged. A tag of the space requires the right to change the item, an own tag the right to see
 * it.
 */
function refusalOf({ actor, now, tag }: Tagging, access: NodeAccess): ErrorCode | undefined {
  const { node, role } = access;
  if (!isVisible(access, { actor, now })) return 'node_not_found';
  if (tag === undefined || (tag.space_id !== null && tag.space_id !== node.space_id)) return 'tag_not_found';
  const isAllowed = tag.space_id === null || may({ actor, now, role }, 'change', node);
  return isAllowed && node.parent_id !== null ? undefined : 'not_allowed';
}
