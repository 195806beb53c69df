import type { UploadId, UploadView } from '@coffer/contracts';
import type { CircuitBreakers } from '../../../lib/retry/circuit-breaker.ts';
import type { UploadedNode } from '../model/machine.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { TransferPorts } from './ports.ts';
import type { ReservationItem } from './reservation.ts';
import type { matchesStoredParts } from './stored-parts.ts';

export interface UploadTask {
  readonly file: File;
  /** Defined when resuming. */
  readonly uploadId: UploadId | undefined;
  readonly reservationItem: ReservationItem;
  /** Defined if the file was chosen or read again: the file must match the stored parts. */
  readonly matchesStored: typeof matchesStoredParts | undefined;
}

export interface UploadObserver {
  readonly onReserved: (upload: UploadView) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly onSent: () => void;
}

export type UploadOutcome =
  | { readonly kind: 'committed'; readonly node: UploadedNode }
  | { readonly kind: 'skipped' };

export type UploadPorts = TransferPorts & { readonly slots: UploadSlots; readonly breakers: CircuitBreakers };

export interface UploadRun {
  readonly ports: UploadPorts;
  readonly task: UploadTask;
  readonly observer: UploadObserver;
  readonly signal: AbortSignal;
}
