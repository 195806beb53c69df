import type { NameDecision, NodeId, NodeView } from '@coffer/contracts';

export const RESOLUTIONS = ['replace', 'rename', 'skip'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A name that is taken in the target. */
export interface Conflict {
  readonly node: NodeView;
  readonly existing: NodeView;
  readonly mayReplace: boolean;
  /** Another item has the name now, or it has changed, since the person decided. */
  readonly isChanged?: boolean;
}

/** What the person chose: for single names, and for all others. */
export interface Chosen {
  readonly others: Resolution;
  readonly single: ReadonlyMap<NodeId, Resolution>;
}

/** Nothing is lost by it. */
export const SAFE: Chosen = { others: 'rename', single: new Map() };

/** Where replacing is not possible, both are kept. */
export function decide({ node, existing, mayReplace }: Conflict, rule: Resolution): NameDecision {
  const { id, revision } = existing;
  const conflict = rule === 'replace' && !mayReplace ? 'rename' : rule;
  return { id: node.id, conflict, existing: { id, revision } };
}

export function decideAll(
  conflicts: readonly Conflict[],
  { others, single }: Chosen,
): readonly NameDecision[] {
  return conflicts.map((conflict) => decide(conflict, single.get(conflict.node.id) ?? others));
}
