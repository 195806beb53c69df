import { isAtLeast, presentRole } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { roleIn } from '../../spaces/index.ts';
import { NEEDED_ROLE } from '../policy.ts';
import type { JobRow } from './model.ts';

/** Own jobs, and those of others in spaces in which the person may change everything. */
export async function mayReachJob(
  db: Db | Tx,
  actor: { readonly id: string },
  job: Pick<JobRow, 'actor_id' | 'space_ids'>,
): Promise<boolean> {
  if (job.actor_id === actor.id) return true;
  for (const spaceId of job.space_ids) {
    const role = await roleIn(db, spaceId, actor.id);
    if (role === undefined || !isAtLeast(presentRole(role), NEEDED_ROLE.change)) return false;
  }
  return true;
}
