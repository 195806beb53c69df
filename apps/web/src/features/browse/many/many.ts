import type { NodeId, Selection } from '@coffer/contracts';
import type { RangeSet } from '../../../lib/ranges/range-set.ts';
import type { Target } from '../move/placing.ts';
import type { ManyAct } from './texts.ts';

/** An action on more rows than one call takes. */
export interface Many {
  readonly act: ManyAct | 'tags';
  /** The target, if it is already known. */
  readonly target?: Target;
  readonly onBegun?: (() => void) | undefined;
  readonly selection: RangeSet;
  readonly total: number;
  readonly idsOf: (selection: RangeSet) => Promise<readonly NodeId[]>;
  readonly allBut: ((except: NodeId[]) => Selection) | undefined;
}
