import type { GroupId, Person } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { lockSpace, recordEvents } from '../spaces/index.ts';
import { administering, changing } from './policy.ts';
import { deleteGroupRow, findGroup, lockGroupToDelete } from './store/groups.ts';
import { listRoles } from './store/reach.ts';

const TRIES_MAX = 5;

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'newId'>;

/** Deletes a group, which ends its roles and grants at once. Each affected space records what was removed. */
export async function deleteGroup(
  services: Needs,
  actor: Person,
  groupId: GroupId,
): Outcome<undefined, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const done = await inTransaction(
      services.db,
      async (tx) => await tryToDelete(services, tx, { actor, groupId }),
    );
    if (done === undefined) continue;
    if (done.ok) services.log.info('group_deleted', { groupId, actorId: actor.id });
    return done;
  }
  throw new Error('a group was added to spaces faster than it could be deleted');
}

/**
 * Tries to delete the group. Undefined if it was added to a space that is not locked; spaces are locked first, as for
 * every change of rights.
 */
async function tryToDelete(
  { clock, newId }: Needs,
  tx: Tx,
  { actor, groupId }: { readonly actor: Person; readonly groupId: GroupId },
): Promise<Result<undefined, Failure> | undefined> {
  const group = await findGroup(tx, groupId);
  const before = changing(group);
  if (group === undefined || !before.ok) return before.ok ? err({ code: 'group_not_found' }) : before;
  const locked = new Set((await listRoles(tx, groupId)).map((row) => row.space_id));
  for (const spaceId of [...locked].toSorted()) await lockSpace(tx, spaceId);
  if (!(await lockGroupToDelete(tx, groupId))) return err({ code: 'group_not_found' });
  const roles = await listRoles(tx, groupId);
  if (roles.some((row) => !locked.has(row.space_id))) return undefined;
  for (const [spaceId, rows] of Map.groupBy(roles, (row) => row.space_id)) {
    await recordEvents(tx, {
      spaceId,
      actorId: actor.id,
      at: clock.now(),
      newId,
      events: rows.map((row) => ({
        verb: row.is_grant ? 'grant_removed' : 'member_removed',
        nodeId: row.node_id,
        facts: { group: groupId, role: row.role },
      })),
    });
  }
  await deleteGroupRow(tx, groupId);
  const subject = { kind: 'group', id: groupId, name: group.name } as const;
  recordAudit(tx, { action: 'group_deleted', at: clock.now(), subject });
  return ok(undefined);
}
