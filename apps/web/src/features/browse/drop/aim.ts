import type { NodeView } from '@coffer/contracts';
import type { Target } from '../move/placing.ts';

export type DropAct = 'upload' | 'move' | 'copy';

export interface DropPlace {
  readonly intoSpace: string | undefined;
  /** Outside the page of the open folder. */
  readonly isElsewhere: boolean;
}

/** The target of the current drag. */
export interface Aim {
  readonly name: string;
  readonly act: DropAct;
}

/** Rows of this window, which other windows may ask for. */
interface Lent {
  readonly dragId: string;
  readonly read: () => Promise<readonly NodeView[]>;
}

/** A drag from outside may be dropped on the page itself. */
export type Begun =
  | { readonly here: Target; readonly lent?: undefined }
  | { readonly lent: Lent; readonly here?: undefined };
