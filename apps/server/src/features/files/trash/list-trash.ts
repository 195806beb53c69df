import type { Person, SpaceId, TrashPage, TrashQuery } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inSnapshot } from '../../../platform/db/transaction.ts';
import { goesAt, readSpaceRetention } from '../../../platform/db/space-retention.ts';
import type { Services } from '../../../services.ts';
import { isSpaceOnHold, roleIn } from '../../spaces/index.ts';
import type { FilesFailure, NodeRow } from '../model.ts';
import { listAccesses } from '../node-access.ts';
import { onlyMadeBy, visibleAncestors } from '../policy.ts';
import { presentNode } from '../present.ts';
import { countTrash, listTrashRows } from '../store/trash.ts';

export async function listTrash(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  actor: Person,
  input: { readonly spaceId: SpaceId; readonly query: TrashQuery },
): Outcome<TrashPage, FilesFailure> {
  const role = await roleIn(services.db, input.spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const retention = await readSpaceRetention(services.db, services, input.spaceId);
  const asking = { actor, now: services.clock.now() };
  const trash = { spaceId: input.spaceId, madeBy: onlyMadeBy(role, actor) };
  const { rows, total } = await inSnapshot(services.db, async (db) => {
    const count = await countTrash(db, trash);
    return { rows: await listTrashRows(db, { ...trash, ...input.query, total: count }), total: count };
  });
  const isOnHold = await isSpaceOnHold(services.db, input.spaceId);
  const goesAtOf = (row: NodeRow): string => {
    const trashedAt = defined(row.trashed_at, 'a row of the trash has no trash time');
    return goesAt(trashedAt, 'trashDays', retention).toISOString();
  };
  const accesses = await listAccesses(
    services.db,
    asking,
    rows.map((row) => row.id),
  );
  const namesAbove = (row: NodeRow): string[] => {
    const access = accesses.get(row.id);
    return access === undefined ? [] : visibleAncestors(asking, access).map((folder) => folder.name);
  };
  const items = rows.map((row) => ({
    node: presentNode(row),
    from: namesAbove(row),
    deletedBy: row.trashed_by_name,
    goesAt: isOnHold ? null : goesAtOf(row),
  }));
  return ok({ items, total, asOf: asking.now.toISOString() });
}
