import { isAtLeast, presentRole, type SpaceRole } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { roleIn } from '../../spaces/index.ts';
import { NEEDED_ROLE } from '../policy.ts';
import type { JobRow } from './model.ts';

type Reached = Pick<JobRow, 'actor_id' | 'space_ids'>;

/** Whether the job is the person's, or the person may change everything in its spaces. */
export async function mayReachJob(
  db: Db | Tx,
  actor: { readonly id: string },
  job: Reached,
): Promise<boolean> {
  return job.actor_id === actor.id || (await hasRoles(db, actor, { ...job, needed: NEEDED_ROLE.change }));
}

/** Whether the job is the person's, or the person manages its spaces. */
export async function mayStopJob(
  db: Db | Tx,
  actor: { readonly id: string },
  job: Reached,
): Promise<boolean> {
  return job.actor_id === actor.id || (await hasRoles(db, actor, { ...job, needed: NEEDED_ROLE.purge }));
}

async function hasRoles(
  db: Db | Tx,
  actor: { readonly id: string },
  { space_ids: spaceIds, needed }: Pick<Reached, 'space_ids'> & { readonly needed: SpaceRole },
): Promise<boolean> {
  for (const spaceId of spaceIds) {
    const role = await roleIn(db, spaceId, actor.id);
    if (role === undefined || !isAtLeast(presentRole(role), needed)) return false;
  }
  return spaceIds.length > 0;
}
