import { type MoveResult, NodeId } from '@coffer/contracts';
import { startPlacing } from '../jobs/start-placing.ts';
import type { NodeAccess } from '../model.ts';
import { presentNode } from '../present.ts';
import { listChildrenByKey } from '../store/nodes.ts';
import { judgeTaken } from './judge-taken.ts';
import { judgeAll } from './move-some.ts';
import type { Placement } from './place-nodes.ts';

type Item = MoveResult['items'][number];

interface Begun extends Placement {
  readonly moved: readonly string[];
  readonly newId: () => string;
}

/** Rejected items are reported; the rest becomes a job. Requires the locks of the spaces. */
export async function beginMove(placement: Begun, lockedSpaceIds: ReadonlySet<string>): Promise<MoveResult> {
  const { tx, actor } = placement;
  const { items, leaving } = await judgeAll(placement, lockedSpaceIds);
  const taken = await listTaken(placement, leaving);
  const going = leaving.filter(({ node }) => !taken.some(({ id }) => id === node.id));
  const refused = [...items.values(), ...taken].filter(({ ok }) => !ok);
  if (going.length === 0) return { items: [...items.values(), ...taken] };
  const job = {
    ...placement,
    kind: 'move',
    actorId: actor.id,
    accesses: going,
    items: going.length,
  } as const;
  return { items: refused, jobId: await startPlacing(tx, job), isUnfinished: true };
}

/** Names that need a decision of the person. */
async function listTaken(placement: Placement, leaving: readonly NodeAccess[]): Promise<readonly Item[]> {
  const { tx, actor, now, target, conflict, ids } = placement;
  if (conflict !== 'fail') return [];
  const slots = leaving.map(({ node }) => ({ parentId: target.node.id, nameKey: node.name_key }));
  const children = await listChildrenByKey(tx, target.node.space_id, slots);
  const byKey = new Map(children.map((child) => [child.name_key, child]));
  return leaving.flatMap(({ node }): readonly Item[] => {
    const existing = byKey.get(node.name_key);
    if (existing === undefined) return [];
    const resolution = judgeTaken({ actor, now, role: target.role }, { node, existing, conflict, ids });
    if (typeof resolution !== 'object') return [];
    return [{ ok: false, id: NodeId.parse(node.id), code: resolution.code, existing: presentNode(existing) }];
  });
}
