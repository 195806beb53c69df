import { type MergeEffect, type MoveResult, NodeId, SERVER_LIMITS } from '@coffer/contracts';
import type { Naming, NodeAccess } from '../model.ts';
import { presentNode } from '../present.ts';
import { measureMerges } from '../store/merges.ts';
import { isMergeable, isUndecided, judgeTaken, mayReplace } from './judge-taken.ts';
import { namingOf, type Placement, sortOut } from './place-nodes.ts';

type Item = MoveResult['items'][number];

/** Lists taken names that need a decision of the person. Changes nothing. */
export async function listUndecided(
  placement: Placement,
  leaving: readonly NodeAccess[],
  { mayMerge = true } = {},
): Promise<readonly Item[]> {
  const { actor, now, target, ids } = placement;
  const asking = { actor, now, role: target.role };
  const { taken } = await sortOut(placement, leaving);
  const effects = mayMerge ? await measureMerged(placement, taken) : undefined;
  return taken.flatMap(({ access: { node }, existing }): readonly Item[] => {
    const merge = effects?.get(node.id);
    const resolution = judgeTaken(asking, {
      ...namingOf(placement),
      node,
      existing,
      mayMerge: merge !== undefined,
    });
    if (!isUndecided(resolution, node, placement)) return [];
    return [
      {
        ok: false,
        id: NodeId.parse(node.id),
        code: resolution.code,
        existing: presentNode(existing),
        ...(mayReplace(asking, { node, existing, ids }) && { mayReplace: true }),
        ...(merge !== undefined && { merge }),
      },
    ];
  });
}

/** Items that a taken name keeps where they are, by a decision or for want of one. */
export async function listStaying(
  placement: Placement,
  leaving: readonly NodeAccess[],
): Promise<ReadonlySet<string>> {
  const { actor, now, target } = placement;
  const asking = { actor, now, role: target.role };
  const { taken } = await sortOut(placement, leaving);
  const staying = taken.filter(({ access, existing }) => {
    const mayMerge = isMergeable(asking, access, existing);
    const named = { ...namingOf(placement), node: access.node, existing, mayMerge };
    return typeof judgeTaken(asking, named) === 'object';
  });
  return new Set(staying.map(({ access }) => access.node.id));
}

type Taken = Awaited<ReturnType<typeof sortOut>>['taken'];

/** The effect of each merge by folder id. Undefined if the merges are too large for one transaction. */
async function measureMerged(
  { tx, actor, now, target }: Placement,
  taken: Taken,
): Promise<ReadonlyMap<string, MergeEffect> | undefined> {
  const asking = { actor, now, role: target.role };
  const pairs = taken
    .filter(({ access, existing }) => isMergeable(asking, access, existing))
    .map(({ access, existing }) => ({ source: access.node, existing }));
  return await measureMerges(tx, { pairs, limit: SERVER_LIMITS.mergedMax });
}

export function hasMerges({ decisions }: Naming): boolean {
  return [...(decisions?.values() ?? [])].some(({ conflict }) => conflict === 'merge');
}

/** Whether all requested merges fit into one transaction. */
export async function isMergedAtOnce(placement: Placement, leaving: readonly NodeAccess[]): Promise<boolean> {
  if (!hasMerges(placement)) return true;
  const { taken } = await sortOut(placement, leaving);
  const merged = taken.filter(({ access }) => placement.decisions?.get(access.node.id)?.conflict === 'merge');
  return (await measureMerged(placement, merged)) !== undefined;
}
