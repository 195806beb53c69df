import type { NameDecision, NodeId, NodeView } from '@coffer/contracts';
import type { Conflict } from './names/decide.ts';

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
  /** Asks once for all conflicts, before anything happens. Undefined: nothing is to happen. */
  readonly ask: (conflicts: readonly Conflict[]) => Promise<readonly NameDecision[] | undefined>;
  /** Something has happened, or will. */
  readonly onBegun: () => void;
}
