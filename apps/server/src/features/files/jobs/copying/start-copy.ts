import type { Tx } from '../../../../platform/db/db.ts';
import type { Conflict, NodeAccess } from '../../model.ts';
import { insertRunningJob } from '../../store/running-jobs.ts';

/** A copy that takes longer than anybody waits: it goes on by itself. */
export async function startCopy(
  tx: Tx,
  copy: {
    readonly actorId: string;
    readonly target: NodeAccess;
    readonly conflict: Conflict;
    readonly accesses: readonly NodeAccess[];
    readonly items: number;
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<string> {
  const { target, accesses } = copy;
  const id = copy.newId();
  const spaceIds = new Set([target.node.space_id, ...accesses.map(({ node }) => node.space_id)]);
  await insertRunningJob(tx, {
    id,
    kind: 'copy',
    did: 'copied',
    actorId: copy.actorId,
    spaceIds: [...spaceIds],
    targetId: target.node.id,
    conflict: copy.conflict,
    total: copy.items,
    now: copy.now,
    nodes: accesses.map(({ node }) => node),
  });
  return id;
}
