import type { NodeId, NodeView } from '@coffer/contracts';

export type Mode = 'move' | 'copy';

/** A duplicate is a copy in the same folder. */
export type Placing = Mode | 'duplicate';

export interface Target {
  readonly id: NodeId;
  readonly name: string;
}

export type Resolution = 'rename' | 'replace' | 'skip';

/** A name that is taken in the target. */
export interface Conflict {
  readonly node: NodeView;
  readonly existing: NodeView;
}

export interface PlaceInput {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
  readonly target: Target;
  /** Asks once for all conflicts. */
  readonly ask: (conflicts: readonly Conflict[]) => Promise<Resolution>;
}

export function involvesFolder({ node, existing }: Conflict): boolean {
  return node.kind === 'folder' || existing.kind === 'folder';
}
