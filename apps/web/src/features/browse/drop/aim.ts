import type { NodeView } from '@coffer/contracts';
import type { Target } from '../move/placing.ts';

export type DropAct = 'upload' | 'move' | 'copy';

export interface DropPlace {
  readonly intoSpace: string | undefined;
  /** Whether the target is not on the page of the open folder. */
  readonly isElsewhere: boolean;
}

/** The current target of a drag. */
export interface Aim {
  readonly name: string;
  readonly act: DropAct;
}

/** Dragged rows of this window, which other windows may request. */
interface Lent {
  readonly dragId: string;
  readonly read: () => Promise<readonly NodeView[]>;
}

/** A drag from outside may be dropped into the open folder, `here`. A drag of rows lends its items to other windows. */
export type Begun =
  | { readonly here: Target; readonly lent?: undefined }
  | { readonly lent: Lent; readonly here?: undefined };
