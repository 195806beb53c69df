import type { JobDetails, NodeId, PastEffect, PastRestore, Person } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import { type MaybeOnce, onceInTransaction } from '../../../../platform/db/once.ts';
import { inSnapshot } from '../../../../platform/db/transaction.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import type { Outcome } from '../../../../operation.ts';
import type { Services } from '../../../../services.ts';
import { presentJobDetails } from '../../jobs/present-job.ts';
import { takeFirstSteps } from '../../jobs/run-jobs.ts';
import type { FilesFailure, NodeAccess } from '../../model.ts';
import { type Asking, findNode, findSpaceIdOf, lockNode } from '../../node-access.ts';
import { may, NEEDED_ROLE } from '../../policy.ts';
import { findJob, finishJob } from '../../store/jobs.ts';
import { insertJob, insertSteps, setStart } from '../../store/running-jobs.ts';
import { pastOf } from '../list-past.ts';
import { planRestore } from './plan-restore.ts';
import type { Plan, Step } from './plan-steps.ts';

type Failure =
  | Extract<FilesFailure, { readonly code: 'node_not_found' | 'not_allowed' }>
  | { readonly code: 'changed_since' }
  | { readonly code: 'limit_reached'; readonly facts: { readonly limit: number } };

interface Input {
  readonly nodeId: NodeId;
  readonly moment: PastRestore['moment'];
}

/** What a restore would change now. */
export async function previewRestore(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { nodeId, moment }: Input,
): Outcome<PastEffect, Failure> {
  const asking = { actor, now: clock.now() };
  return await inSnapshot(db, async (tx): Promise<Result<PastEffect, Failure>> => {
    const folder = judge(await findNode(tx, asking, nodeId), asking);
    if (!folder.ok) return folder;
    const past = await pastOf(tx, folder.value, momentOf(moment, asking));
    const plan = await planRestore(tx, asking, { folder: folder.value, past });
    if (plan.ok) return ok({ isKnown: true, knownFrom: null, ...countSteps(plan.value) });
    if (plan.error.code === 'limit_reached') return err(plan.error);
    const knownFrom = plan.error.knownFrom?.toISOString() ?? null;
    return ok({ isKnown: false, knownFrom, ...countSteps({ steps: [], left: 0, lost: 0 }) });
  });
}

/**
 * Restores a folder: saves all steps in one transaction and runs the first ones at once. Any server continues the rest.
 */
export async function restoreFolder(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings' | 'log'> & MaybeOnce,
  actor: Person,
  input: Input,
): Outcome<JobDetails, Failure> {
  const spaceId = await findSpaceIdOf(services.db, actor, input.nodeId);
  const begun = await onceInTransaction({ ...services, spaceId }, async (tx) =>
    begin(tx, { services, actor, spaceId, ...input }),
  );
  if (!begun.ok) return begun;
  await takeFirstSteps(services, begun.value.id);
  const job = defined(
    await findJob(services.db, begun.value.id),
    'the job was not found after it was started',
  );
  return ok(await presentJobDetails(services.db, job));
}

interface Beginning extends Input {
  readonly services: Pick<Services, 'clock' | 'newId'>;
  readonly actor: Person;
  readonly spaceId: string | undefined;
}

async function begin(tx: Tx, { services, actor, ...input }: Beginning): Outcome<JobDetails, Failure> {
  const now = services.clock.now();
  const asking = { actor, now };
  const folder = judge(await lockNode(tx, asking, { spaceId: input.spaceId, id: input.nodeId }), asking);
  if (!folder.ok) return folder;
  const { node } = folder.value;
  const past = await pastOf(tx, folder.value, momentOf(input.moment, asking));
  const plan = await planRestore(tx, asking, { folder: folder.value, past });
  if (!plan.ok) return err(plan.error.code === 'unknown' ? { code: 'changed_since' } : plan.error);
  const { steps } = plan.value;
  const jobId = services.newId();
  const job = { id: jobId, kind: 'restore_folder', actorId: actor.id, targetId: node.id } as const;
  await insertJob(tx, { ...job, conflict: null, now });
  await insertSteps(tx, { jobId, spaceId: node.space_id, steps });
  await setStart(tx, { jobId, spaceIds: [node.space_id], name: node.name, total: steps.length, failed: 0 });
  if (steps.length === 0) await finishJob(tx, { jobId, state: 'done', now });
  return ok(await presentJobDetails(tx, defined(await findJob(tx, jobId), 'the inserted job was not found')));
}

function judge(access: NodeAccess | undefined, asking: Asking): Result<NodeAccess, Failure> {
  if (access?.node.kind !== 'folder') return err({ code: 'node_not_found' });
  if (may({ ...asking, role: access.role }, 'change', access.node)) return ok(access);
  return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
}

function momentOf(moment: string, { now }: Asking): Date {
  return new Date(Math.min(Date.parse(moment), now.getTime()));
}

/** Counts the steps by item: a temporary rename followed by a move is one move. */
function countSteps({ steps, left, lost }: Plan): Omit<PastEffect, 'isKnown' | 'knownFrom'> {
  const outcomes = new Map<string, Step['did']>();
  for (const did of COUNTED) {
    for (const step of steps) {
      if (step.did === did && !outcomes.has(step.nodeId)) outcomes.set(step.nodeId, did);
    }
  }
  const count = (did: Step['did']): number => [...outcomes.values()].filter((each) => each === did).length;
  return {
    moved: count('moved'),
    renamed: count('renamed'),
    restored: count('restored'),
    versions: steps.filter(({ did }) => did === 'version_restored').length,
    trashed: count('trashed'),
    left,
    lost,
  };
}

/** An item counts under the first of these that applies. */
const COUNTED = ['trashed', 'restored', 'moved', 'renamed'] as const satisfies readonly Step['did'][];
