import type { PartChecksums } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Job, OpenFile } from './job.ts';
import type { TransferEvent, TransferFailure } from '../model/machine.ts';
import type { ReservationItem } from '../send/reservation.ts';
import type { UploadOutcome, UploadPorts } from '../send/upload-run.ts';

/** What a lane reports about a job. Late and repeated events are ignored. */
export type JobEvent =
  /** The job is an upload of an earlier page or of another device. */
  | { readonly type: 'found' }
  | Extract<
      TransferEvent,
      { type: 'started' | 'reserved' | 'progressed' | 'sent' | 'lost' | 'blocked' | 'cancelled' }
    >
  /** A reservation request that contains this job is about to be sent. */
  | { readonly type: 'requested'; readonly reservationItem: ReservationItem }
  /** The reservation no longer exists; the upload starts from the beginning. */
  | { readonly type: 'restarted' }
  /** The job must be queued again. */
  | ({ readonly type: 'deferred' } & Deferral)
  | { readonly type: 'unblocked'; readonly openFile: OpenFile }
  /** An earlier page declared these checksums, and the store has no bytes yet. */
  | { readonly type: 'declared'; readonly checksums: PartChecksums }
  | { readonly type: 'ended'; readonly outcome: Outcome };

export type Outcome = Result<UploadOutcome, TransferFailure>;

interface Deferral {
  /** Counts against the limit of automatic retries. */
  readonly isRetry?: true;
  /** The server refused the reservation; the next attempt makes a new one. */
  readonly isRefused?: true;
  readonly needsMd5?: true;
}

/** Connects a lane to the engine: lanes report events about jobs, and only the engine applies them. */
export interface LanePort {
  readonly ports: UploadPorts;
  /** Aborts at sign-out. */
  readonly session: AbortSignal;
  readonly report: (job: Job, event: JobEvent) => void;
}
