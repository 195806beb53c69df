import type { Tx } from '../../../platform/db/db.ts';
import type { NodeAccess, Naming } from '../model.ts';
import { insertDecisions } from '../store/decisions.ts';
import { insertRunningJob } from '../store/running-jobs.ts';

const DID = { copy: 'copied', move: 'moved' } as const;

/** Starts a job for a move or copy that is too large for one call. */
export async function startPlacing(
  tx: Tx,
  placing: Naming & {
    readonly kind: keyof typeof DID;
    readonly actorId: string;
    readonly target: NodeAccess;
    readonly accesses: readonly NodeAccess[];
    readonly items: number;
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<string> {
  const { kind, target, accesses } = placing;
  const id = placing.newId();
  const spaceIds = new Set([target.node.space_id, ...accesses.map(({ node }) => node.space_id)]);
  await insertRunningJob(tx, {
    id,
    kind,
    did: DID[kind],
    actorId: placing.actorId,
    spaceIds: [...spaceIds],
    targetId: target.node.id,
    conflict: placing.conflict,
    total: placing.items,
    now: placing.now,
    nodes: accesses.map(({ node }) => node),
  });
  await insertDecisions(tx, { jobId: id, decisions: placing.decisions ?? new Map() });
  return id;
}
