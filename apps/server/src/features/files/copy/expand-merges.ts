import { accessIn, type NodeAccess, type NodeRow } from '../model.ts';
import { hasMerges } from '../move/list-undecided.ts';
import { isCopyMergeable, judgeTaken } from '../move/judge-taken.ts';
import { onlyMadeBy } from '../policy.ts';
import { listLivingChildren, MERGED_FOLDERS_MAX } from '../store/merges.ts';
import { listChildrenByKey } from '../store/nodes.ts';
import type { Copying } from './plan-copies.ts';

/** Items that are copied into the same folder. */
export interface CopyGroup {
  readonly copying: Copying;
  readonly accesses: readonly NodeAccess[];
  /** The selected folder whose items these are. Undefined for items that are copied into the target itself. */
  readonly mergedId: string | undefined;
}

export interface Expanded {
  readonly groups: readonly [CopyGroup, ...CopyGroup[]];
  /** The existing folder that each selected folder is merged into, by the id of the selected folder. */
  readonly merged: ReadonlyMap<string, NodeRow>;
}

/**
 * Replaces each folder that is merged by its items, to be copied into the existing folder. Only reads; returns
 * undefined above the limit.
 */
export async function expandMerges(
  copying: Copying,
  accesses: readonly NodeAccess[],
  limit: number,
): Promise<Expanded | undefined> {
  if (!hasMerges(copying)) {
    return { groups: [{ copying, accesses, mergedId: undefined }], merged: new Map() };
  }
  const { whole, pairs } = await sortPairs(copying, accesses);
  const merged = new Map(pairs.map(({ access, existing }) => [access.node.id, existing]));
  const inner: CopyGroup[] = [];
  const waiting = pairs.map((pair) => ({ ...pair, copying, mergedId: pair.access.node.id }));
  let met = 0;
  let folders = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    folders += 1;
    const { access, existing, mergedId } = next;
    const inside = next.copying.inside ?? copying.decisions?.get(mergedId)?.inside ?? 'rename';
    const below = { ...copying, inside, target: accessIn(next.copying.target, existing) };
    const children = await listSeen(copying, access);
    met += children.length;
    if (met > limit || folders > MERGED_FOLDERS_MAX) return undefined;
    const sorted = await sortPairs(below, children);
    inner.push({ copying: below, accesses: sorted.whole, mergedId });
    waiting.push(...sorted.pairs.map((pair) => ({ ...pair, copying: below, mergedId })));
  }
  return { groups: [{ copying, accesses: whole, mergedId: undefined }, ...inner], merged };
}

interface Pair {
  readonly access: NodeAccess;
  readonly existing: NodeRow;
}

async function sortPairs(
  copying: Copying,
  accesses: readonly NodeAccess[],
): Promise<{ readonly whole: readonly NodeAccess[]; readonly pairs: readonly Pair[] }> {
  const { tx, actor, now, target } = copying;
  const asking = { actor, now, role: target.role };
  const folders = accesses.filter(({ node }) => node.kind === 'folder');
  const slots = folders.map(({ node }) => ({ parentId: target.node.id, nameKey: node.name_key }));
  const children = await listChildrenByKey(tx, target.node.space_id, slots);
  const byKey = new Map(children.map((child) => [child.name_key, child]));
  const used = new Set<string>();
  const pairs = folders.flatMap((access): readonly Pair[] => {
    const { node } = access;
    const existing = byKey.get(node.name_key);
    if (existing === undefined) return [];
    // Of two selected folders with the same name, only the first is merged: the second would meet its copies.
    const mayMerge = !used.has(node.name_key) && isCopyMergeable(asking, access, existing);
    const isMerged = judgeTaken(asking, { ...copying, node, existing, mayMerge }) === 'merged';
    if (!isMerged) return [];
    used.add(node.name_key);
    return [{ access, existing }];
  });
  const merged = new Set(pairs.map(({ access }) => access));
  return { whole: accesses.filter((access) => !merged.has(access)), pairs };
}

async function listSeen({ tx, actor }: Copying, folder: NodeAccess): Promise<readonly NodeAccess[]> {
  const madeBy = onlyMadeBy(folder.role, actor);
  const children = await listLivingChildren(tx, folder.node);
  const seen = children.filter((child) => madeBy === undefined || child.created_by === madeBy);
  return seen.map((child) => accessIn(folder, child));
}
