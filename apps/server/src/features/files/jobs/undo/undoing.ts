import type { ErrorCode } from '@coffer/contracts';
import type { Tx } from '../../../../platform/db/db.ts';
import type { SpaceEvent } from '../../../spaces/index.ts';
import type { JobItemRow } from '../model.ts';

export interface Undoing {
  readonly tx: Tx;
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly newId: () => string;
  readonly jobId: string;
  /** When the job to undo began. */
  readonly doneAt: Date;
  /** How long the trash of each space keeps an item. */
  readonly trashDays: ReadonlyMap<string, number>;
}

/** An event and its space. */
export interface PlacedEvent {
  readonly spaceId: string;
  readonly event: SpaceEvent;
}

export interface Undone {
  /** Items that were not undone, each with its reason. */
  readonly refused: ReadonlyMap<JobItemRow, ErrorCode>;
  readonly events: readonly PlacedEvent[];
  /** How many of the first items were processed, if the limit did not allow all. */
  readonly taken?: number;
}
