import { LIMITS, type Person, type TakenNames, type TakenRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../../operation.ts';
import type { Services } from '../../../../services.ts';
import { mayReplace } from '../../move/judge-taken.ts';
import { findNode, isVisible, listAccesses } from '../../node-access.ts';
import { presentNode } from '../../present.ts';
import { listTakenPairs } from '../../store/selected.ts';
import { findSelected } from './find-selected.ts';
import type { JobFailure } from './start-job.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Lists the name conflicts that the person decides before the job starts. Leaves out items that they may not see. */
export async function listTaken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { selection, to }: TakenRequest,
): Outcome<TakenNames, JobFailure> {
  const asking = { actor, now: clock.now() };
  const found = await findSelected(db, asking, selection);
  if (!found.ok) return found;
  const target = to === undefined ? undefined : await findNode(db, asking, to);
  if (to !== undefined && target?.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const { selected } = found.value;
  const limit = LIMITS.takenListed;
  const place = target && { spaceId: target.node.space_id, folderId: target.node.id };
  const pairs = await listTakenPairs(db, { selected, target: place, limit: limit + 1 });
  const mentioned = pairs.flatMap((pair) => [pair.id, pair.existing_id]);
  const accesses = await listAccesses(db, asking, [...new Set(mentioned)]);
  const items = pairs.slice(0, limit).flatMap((pair): TakenNames['items'] => {
    const chosen = accesses.get(pair.id);
    const existing = accesses.get(pair.existing_id);
    if (chosen === undefined || existing === undefined || !isVisible(existing, asking)) return [];
    const role = target?.role ?? existing.role;
    const taken = { node: chosen.node, existing: existing.node, ids: NOBODY };
    return [
      {
        node: presentNode(chosen.node),
        existing: presentNode(existing.node),
        ...(mayReplace({ ...asking, role }, taken) && { mayReplace: true }),
      },
    ];
  });
  return ok({ items, isPartial: pairs.length > limit });
}
