import type { MoveResult } from '@coffer/contracts';
import { startPlacing } from '../jobs/start-placing.ts';
import { listUndecided } from './list-undecided.ts';
import { judgeAll, split } from './move-some.ts';
import type { Placement } from './place-nodes.ts';

interface Begun extends Placement {
  readonly isAsking?: boolean;
  readonly moved: readonly string[];
  readonly newId: () => string;
}

/** Starts a job for the items that can be moved, and reports the others. Requires the locks of the spaces. */
export async function beginMove(placement: Begun, lockedSpaceIds: ReadonlySet<string>): Promise<MoveResult> {
  const { tx, actor, conflict, decisions } = placement;
  const { items, leaving } = await judgeAll(placement, lockedSpaceIds);
  const { outermost } = split(leaving, placement);
  const undecided = conflict === 'fail' ? await listUndecided(placement, outermost, { mayMerge: false }) : [];
  if (placement.isAsking === true && undecided.length > 0) return { items: [...undecided], isAsked: true };
  const going = outermost.filter(({ node }) => !undecided.some(({ id }) => id === node.id));
  const refused = [...items.values(), ...undecided].filter(({ ok }) => !ok);
  if (going.length === 0) return { items: [...items.values(), ...undecided] };
  const job = {
    ...placement,
    kind: 'move',
    actorId: actor.id,
    accesses: going,
    items: going.length,
    decisions,
  } as const;
  return { items: refused, jobId: await startPlacing(tx, job), isUnfinished: true };
}
