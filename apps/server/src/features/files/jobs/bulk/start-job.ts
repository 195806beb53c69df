import {
  type BulkAct,
  isAtLeast,
  type JobDetails,
  type JobRequest,
  type Person,
  presentRole,
} from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../../../operation.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../../../platform/db/once.ts';
import type { Services } from '../../../../services.ts';
import { isSpaceOnHold, roleIn } from '../../../spaces/index.ts';
import { type Conflict, decisionsOf, type FilesFailure, type NodeAccess } from '../../model.ts';
import { type Asking, findNode } from '../../node-access.ts';
import { may, NEEDED_ROLE } from '../../policy.ts';
import { insertDecisions } from '../../store/decisions.ts';
import { findJob, finishJob } from '../../store/jobs.ts';
import { insertJob, setStart } from '../../store/running-jobs.ts';
import { insertSelected, sumSelected } from '../../store/selected.ts';
import type { Did } from '../model.ts';
import { presentJobDetails } from '../present-job.ts';
import { takeFirstSteps } from '../run-jobs.ts';
import { findSelected } from './find-selected.ts';

export type JobFailure =
  | Extract<
      FilesFailure,
      { readonly code: 'node_not_found' | 'space_not_found' | 'not_allowed' | 'invalid_request' }
    >
  | { readonly code: 'changed_since' }
  | { readonly code: 'under_hold' }
  | { readonly code: 'limit_reached'; readonly facts: { readonly limit: number } };

const DID = {
  trash: 'trashed',
  restore: 'restored',
  purge: 'purged',
  move: 'moved',
  copy: 'copied',
} as const satisfies Record<BulkAct, Did>;

const CONFLICT = {
  skip: 'fail',
  rename: 'rename',
  replace: 'replace_files',
} as const satisfies Record<NonNullable<JobRequest['conflict']>, Conflict>;

/**
 * Saves every selected item in one transaction and processes the first batches at once. Any server continues the rest.
 */
export async function startJob(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings' | 'log'> & MaybeOnce,
  actor: Person,
  input: JobRequest,
): Outcome<JobDetails, JobFailure> {
  const begun = await begin(services, actor, input);
  if (!begun.ok) return begun;
  await takeFirstSteps(services, begun.value.id);
  const job = defined(
    await findJob(services.db, begun.value.id),
    'the job was not found after it was started',
  );
  return ok(await presentJobDetails(services.db, job));
}

async function begin(
  { db, clock, newId, once }: Pick<Services, 'db' | 'clock' | 'newId'> & MaybeOnce,
  actor: Person,
  { act, selection, to, conflict, decisions }: JobRequest,
): Promise<Result<JobDetails, JobFailure>> {
  return await onceInTransaction(
    { db, ...(once === undefined ? {} : { once }) },
    async (tx): Promise<Result<JobDetails, JobFailure>> => {
      // Jobs cannot merge folders, because a merge needs one transaction.
      if (decisions?.some((decision) => decision.conflict === 'merge') === true) {
        return err({ code: 'invalid_request', issues: [{ path: 'decisions', code: 'unknown_member' }] });
      }
      const now = clock.now();
      const asking = { actor, now };
      const target = await findTarget(tx, asking, { act, to });
      if (!target.ok) return target;
      const found = await findSelected(tx, asking, selection);
      if (!found.ok) return found;
      const refusal = await judgePurge(tx, asking, { act, selection });
      if (refusal !== undefined) return err(refusal);
      const jobId = newId();
      await insertJob(tx, {
        id: jobId,
        kind: act,
        actorId: actor.id,
        targetId: target.value?.node.id ?? null,
        conflict: CONFLICT[conflict ?? (act === 'restore' ? 'rename' : 'skip')],
        now,
      });
      await insertDecisions(tx, { jobId, decisions: decisionsOf(decisions) });
      await insertSelected(tx, { jobId, did: DID[act], selected: found.value.selected });
      const { items, space_ids: fromIds, name } = await sumSelected(tx, jobId);
      const still = items === 0 ? await findSelected(tx, asking, selection) : found;
      if (!still.ok) return still;
      const { missing } = found.value;
      const spaceIds = new Set([
        ...fromIds,
        ...(target.value === undefined ? [] : [target.value.node.space_id]),
      ]);
      await setStart(tx, { jobId, spaceIds: [...spaceIds], name, total: items + missing, failed: missing });
      if (items === 0) await finishJob(tx, { jobId, state: 'done', now });
      return ok(
        await presentJobDetails(tx, defined(await findJob(tx, jobId), 'the inserted job was not found')),
      );
    },
  );
}

type Placed = Pick<JobRequest, 'act' | 'to'>;

async function findTarget(
  tx: Tx,
  asking: Asking,
  { act, to }: Placed,
): Promise<Result<NodeAccess | undefined, JobFailure>> {
  const isPlaced = act === 'move' || act === 'copy';
  if (to === undefined) {
    return isPlaced
      ? err({ code: 'invalid_request', issues: [{ path: 'to', code: 'required' }] })
      : ok(undefined);
  }
  if (act === 'trash' || act === 'purge') {
    return err({ code: 'invalid_request', issues: [{ path: 'to', code: 'unknown_member' }] });
  }
  const target = await findNode(tx, asking, to);
  if (target?.node.kind !== 'folder') return err({ code: 'node_not_found' });
  if (!may({ ...asking, role: target.role }, 'add', target.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
  }
  return ok(target);
}

/**
 * Why the person may not empty the whole trash, which requires a manager and a space that is not on hold. Undefined for
 * all other jobs.
 */
async function judgePurge(
  tx: Tx,
  asking: Asking,
  { act, selection }: Pick<JobRequest, 'act' | 'selection'>,
): Promise<JobFailure | undefined> {
  if (act !== 'purge' || selection.of !== 'trash') return undefined;
  const role = await roleIn(tx, selection.spaceId, asking.actor.id);
  if (role === undefined || !isAtLeast(presentRole(role), NEEDED_ROLE.purge)) {
    return { code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.purge } };
  }
  return (await isSpaceOnHold(tx, selection.spaceId)) ? { code: 'under_hold' } : undefined;
}
