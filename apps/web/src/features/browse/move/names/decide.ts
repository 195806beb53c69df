import type { InsideRule, MergeEffect, NameDecision, NodeId, NodeView } from '@coffer/contracts';

export const RESOLUTIONS = ['merge', 'replace', 'rename', 'skip'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A name that is taken in the target. */
export interface Conflict {
  readonly node: NodeView;
  readonly existing: NodeView;
  readonly mayReplace: boolean;
  /** What a merge of the two folders does. Undefined where it is not possible. */
  readonly merge?: MergeEffect | undefined;
  /** Another item has the name now, or it has changed, since the person decided. */
  readonly isChanged?: boolean;
}

/** What the person chose: for single names, and for all others. */
export interface Chosen {
  readonly others: Resolution;
  readonly single: ReadonlyMap<NodeId, Resolution>;
  /** For files whose name is taken in a folder that is merged, and beside such folders. */
  readonly inside: InsideRule;
}

/** Nothing is lost by it. */
export const SAFE: Chosen = { others: 'rename', single: new Map(), inside: 'rename' };

/** Where replacing is not possible, both are kept. Files beside folders that are merged follow the rule for files inside. */
function decide(conflict: Conflict, rule: Resolution, inside: InsideRule): NameDecision {
  const { node, existing, mayReplace, merge } = conflict;
  const { id, revision } = existing;
  const about = { id: node.id, existing: { id, revision } };
  if (rule === 'merge' && merge !== undefined) return { ...about, conflict: rule, inside };
  const plain = rule === 'merge' ? ruleOf(conflict, inside) : rule;
  return { ...about, conflict: plain === 'replace' && !mayReplace ? 'rename' : plain };
}

function ruleOf({ node, existing }: Conflict, inside: InsideRule): NameDecision['conflict'] {
  if (inside !== 'newer') return inside;
  if (node.kind === 'folder' || existing.kind === 'folder') return 'rename';
  return node.modifiedAt > existing.modifiedAt ? 'replace' : 'skip';
}

/** Names that are taken in folders that are to be merged. */
export function countInside(conflicts: readonly Conflict[], { others, single }: Chosen): number {
  const merged = conflicts.filter(({ node }) => (single.get(node.id) ?? others) === 'merge');
  return merged.reduce((sum, { merge }) => sum + (merge?.taken ?? 1), 0);
}

export function decideAll(
  conflicts: readonly Conflict[],
  { others, single, inside }: Chosen,
): readonly NameDecision[] {
  return conflicts.map((conflict) => decide(conflict, single.get(conflict.node.id) ?? others, inside));
}

/** For names that are not listed, of which nobody knows whether they are folders. */
export function plainRule(others: Resolution): Exclude<Resolution, 'merge'> {
  return others === 'merge' ? 'rename' : others;
}
