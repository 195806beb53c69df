import type { JobRequest, NodeId, NodeView, Selection, TakenNames } from '@coffer/contracts';

export interface RestoreTarget {
  readonly id: NodeId;
  readonly name: string;
}

/** What the person has chosen, in the form of the request. */
export interface Chosen {
  readonly selection: Selection;
  readonly count: number;
  /** The selected items, unless they are too many to load. */
  readonly nodes: readonly NodeView[];
}

/** `empty` deletes everything in the trash. */
export type TrashAct = 'restore' | 'purge' | 'empty';

export interface Asked extends Chosen {
  readonly act: TrashAct;
  readonly to?: RestoreTarget | undefined;
  /** For restores, how to treat names that are already taken. */
  readonly naming?: Naming | undefined;
}

type Naming = Pick<JobRequest, 'conflict' | 'decisions'>;

export interface ConflictsSlot {
  readonly taken: TakenNames;
  readonly folder: string | undefined;
  /** Receives undefined if nothing is to be done. */
  readonly onDecide: (naming: Naming | undefined) => void;
}

export function requestOf({ act, selection, to, naming }: Asked): JobRequest {
  const target = to === undefined ? {} : { to: to.id };
  return { act: act === 'restore' ? 'restore' : 'purge', selection, ...target, ...naming };
}
