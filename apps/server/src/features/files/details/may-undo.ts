import { isAtLeast, presentRole, type strongest } from '@coffer/contracts';
import type { NodeEventRow } from '../../spaces/index.ts';
import { isUndoable, type JobRow } from '../jobs/model.ts';
import { VERBS } from '../jobs/record-act.ts';
import { NEEDED_ROLE } from '../policy.ts';

/** By the space. */
export type Roles = ReadonlyMap<string, ReturnType<typeof strongest>>;

/** Own jobs, and jobs of others in spaces where the person may change everything. */
export function mayUndo(
  viewer: { readonly actor: { readonly id: string }; readonly roles: Roles },
  row: NodeEventRow,
  job: JobRow | undefined,
): boolean {
  if (job === undefined || row.is_undo || row.verb !== VERBS[job.kind] || !isUndoable(job)) return false;
  if (job.actor_id === viewer.actor.id) return true;
  return job.space_ids.every((id) => {
    const role = viewer.roles.get(id);
    return role !== undefined && isAtLeast(presentRole(role), NEEDED_ROLE.change);
  });
}
