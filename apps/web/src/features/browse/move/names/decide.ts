import type { InsideRule, MergeEffect, NameDecision, NodeId, NodeView } from '@coffer/contracts';

export const RESOLUTIONS = ['merge', 'replace', 'rename', 'skip'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** An item whose name is already taken in the target. */
export interface Conflict {
  readonly node: NodeView;
  readonly existing: NodeView;
  readonly mayReplace: boolean;
  /** The effect of merging the two folders. Undefined if they cannot be merged. */
  readonly merge?: MergeEffect | undefined;
  /** Whether another item has taken the name, or the existing item has changed, since the person decided. */
  readonly isChanged?: boolean;
}

/** The person's choices, for single names and for all others. */
export interface Chosen {
  readonly others: Resolution;
  readonly single: ReadonlyMap<NodeId, Resolution>;
  /** For files with a taken name inside merged folders, and for files listed next to such folders. */
  readonly inside: InsideRule;
}

/** The choice by which nothing is lost. */
export const SAFE: Chosen = { others: 'rename', single: new Map(), inside: 'rename' };

/** Keeps both if replacing is not allowed. Files listed next to merged folders follow the rule for files inside. */
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

/** How many names are taken inside the folders that are to be merged. */
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

/** The rule for names that are not listed. They may not be folders, so they are never merged. */
export function plainRule(others: Resolution): Exclude<Resolution, 'merge'> {
  return others === 'merge' ? 'rename' : others;
}
