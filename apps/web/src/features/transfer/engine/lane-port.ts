import type { PartChecksums } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Job, OpenFile } from './job.ts';
import type { TransferEvent, TransferFailure } from '../model/machine.ts';
import type { ReservationItem } from '../send/reservation.ts';
import type { UploadOutcome, UploadPorts } from '../send/upload-run.ts';

/** What a lane learned about a job. Late and repeated events are ignored. */
export type JobEvent =
  /** An upload of an earlier page or of another device. */
  | { readonly type: 'found' }
  | Extract<TransferEvent, { type: 'started' | 'reserved' | 'progressed' | 'sent' | 'blocked' | 'cancelled' }>
  /** A reservation request with this job is about to be sent. */
  | { readonly type: 'requested'; readonly reservationItem: ReservationItem }
  /** The reservation is gone; the upload starts from the beginning. */
  | { readonly type: 'restarted' }
  /** To be queued again. */
  | ({ readonly type: 'deferred' } & Deferral)
  | { readonly type: 'unblocked'; readonly openFile: OpenFile }
  /** An earlier page declared these, and the store has no bytes yet. */
  | { readonly type: 'declared'; readonly checksums: PartChecksums }
  | { readonly type: 'ended'; readonly outcome: Outcome };

export type Outcome = Result<UploadOutcome, TransferFailure>;

interface Deferral {
  /** Counts against the limit of automatic retries. */
  readonly isRetry?: true;
  /** The server refused the reservation; the next run makes another. */
  readonly isRefused?: true;
  readonly needsMd5?: true;
}

/** Connects lanes to the engine: they report events on jobs, and only the engine applies them. */
export interface LanePort {
  readonly ports: UploadPorts;
  /** Aborts at sign-out. */
  readonly session: AbortSignal;
  readonly report: (job: Job, event: JobEvent) => void;
}
