import type { NodeId, NodeView } from '@coffer/contracts';

export type Mode = 'move' | 'copy';

/** A duplicate is a copy in the same folder. */
export type Placing = Mode | 'duplicate';

export interface Target {
  readonly id: NodeId;
  readonly name: string;
}

export interface PlaceInput {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
  readonly target: Target;
  /** Called when items have been placed, or are about to be. */
  readonly onBegun: () => void;
}
