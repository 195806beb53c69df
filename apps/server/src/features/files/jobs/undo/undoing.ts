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
}

/** An event, and the space that it belongs to. */
export interface PlacedEvent {
  readonly spaceId: string;
  readonly event: SpaceEvent;
}

export interface Undone {
  /** For items that stay as they are. */
  readonly refused: ReadonlyMap<JobItemRow, ErrorCode>;
  readonly events: readonly PlacedEvent[];
  /** Number of leading items that fit the limit. */
  readonly taken?: number;
}
