import { type MoveResult, NodeId } from '@coffer/contracts';
import type { NodeAccess } from '../model.ts';
import { presentNode } from '../present.ts';
import { isUndecided, judgeTaken, mayReplace } from './judge-taken.ts';
import { namingOf, type Placement, sortOut } from './place-nodes.ts';

type Item = MoveResult['items'][number];

/** Taken names that need a decision of the person. Changes nothing. */
export async function listUndecided(
  placement: Placement,
  leaving: readonly NodeAccess[],
): Promise<readonly Item[]> {
  const { actor, now, target, ids } = placement;
  const asking = { actor, now, role: target.role };
  const { taken } = await sortOut(placement, leaving);
  return taken.flatMap(({ access: { node }, existing }): readonly Item[] => {
    const resolution = judgeTaken(asking, { ...namingOf(placement), node, existing });
    if (!isUndecided(resolution, node, placement)) return [];
    return [
      {
        ok: false,
        id: NodeId.parse(node.id),
        code: resolution.code,
        existing: presentNode(existing),
        ...(mayReplace(asking, { node, existing, ids }) && { mayReplace: true }),
      },
    ];
  });
}
