import { LIMITS, type Person, type SpaceId, type TrashPage, type TrashQuery } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { roleIn } from '../spaces/index.ts';
import type { FilesFailure, NodeRow } from './model.ts';
import { listAccesses } from './node-access.ts';
import { may, onlyMadeBy } from './policy.ts';
import { presentNode } from './present.ts';
import { listTrashRows } from './store.ts';

/** What lies in the trash of a space, newest first, each with the folders that it was in. */
export async function listTrash(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  input: { readonly spaceId: SpaceId; readonly query: TrashQuery },
): Outcome<TrashPage, FilesFailure> {
  const role = await roleIn(services.db, input.spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const asking = { actor, role, now: services.clock.now() };
  const { rows, total } = await listTrashRows(services.db, {
    spaceId: input.spaceId,
    madeBy: onlyMadeBy(role, actor),
    at: input.query.at,
    limit: input.query.limit,
  });
  const accesses = await listAccesses(
    services.db,
    actor,
    rows.map((row) => row.id),
  );
  const namesAbove = (row: NodeRow): string[] =>
    defined(accesses.get(row.id), 'a row of the trash was just read')
      .ancestors.filter((folder) => may(asking, 'see', folder))
      .map((folder) => folder.name);
  const items = rows.map((row) => ({
    node: presentNode(row),
    from: namesAbove(row),
    goesAt: new Date(
      defined(row.trashed_at, 'a row of the trash is trashed').getTime() + LIMITS.trashLifeMs,
    ).toISOString(),
  }));
  return ok({ items, total });
}
