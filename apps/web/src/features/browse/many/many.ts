import type { NodeId, Selection } from '@coffer/contracts';
import type { RangeSet } from '../../../lib/ranges/range-set.ts';
import type { ManyAct } from './texts.ts';

/** An act on more rows than a page reads one by one. */
export interface Many {
  readonly act: ManyAct;
  readonly selection: RangeSet;
  readonly total: number;
  readonly idsOf: (selection: RangeSet) => Promise<readonly NodeId[]>;
  readonly allBut: ((except: NodeId[]) => Selection) | undefined;
}
