import { type ActivityItem, isAtLeast, presentRole, type strongest } from '@coffer/contracts';
import type { NodeEventRow } from '../../spaces/index.ts';
import { isUndoable, isUndone, type JobRow } from '../jobs/model.ts';
import { VERBS } from '../jobs/record-act.ts';
import { NEEDED_ROLE } from '../policy.ts';

/** The person's role by space id. */
export type Roles = ReadonlyMap<string, ReturnType<typeof strongest>>;

type UndoMarks = Pick<ActivityItem, 'undid' | 'isUndone'>;

/** Whether the event is the undo of a job, or belongs to one that was undone. */
export function undoMarks(
  { is_undo: isUndo }: Pick<NodeEventRow, 'is_undo'>,
  job: JobRow | undefined,
  undoes: UndoMarks['undid'] | number,
): UndoMarks {
  if (!isUndo) return job !== undefined && isUndone(job) ? { isUndone: true } : {};
  const undid = typeof undoes === 'string' ? undoes : job?.kind;
  return undid === undefined ? {} : { undid };
}

/** People may undo their own jobs, and jobs of others if they may change everything in all spaces of the job. */
export function mayUndo(
  viewer: { readonly actor: { readonly id: string }; readonly roles: Roles },
  row: NodeEventRow,
  job: JobRow | undefined,
): boolean {
  if (job === undefined || row.is_undo || !isUndoable(job)) return false;
  if (!row.is_shown && row.verb !== VERBS[job.kind]) return false;
  if (job.actor_id === viewer.actor.id) return true;
  return job.space_ids.every((id) => {
    const role = viewer.roles.get(id);
    return role !== undefined && isAtLeast(presentRole(role), NEEDED_ROLE.change);
  });
}
