import type { CreateUploadsResult, UploadId } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { TransferFailure } from '../model/machine.ts';
import { type RetryPorts, retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { UploadRequest } from '../model/upload-request.ts';
import type { TransferPorts } from './ports.ts';
import { abortable } from '../model/abortable.ts';

type ReservationAnswer = Result<CreateUploadsResult, TransferFailure>;
type Ports = RetryPorts & Pick<TransferPorts, 'api'>;

/**
 * An idempotent reservation request. The server repeats its response for the same key and body, and refuses the key
 * with another body; therefore the body is stored.
 */
export interface Reservation {
  readonly key: string;
  readonly requests: readonly UploadRequest[];
  /** Runs at most one request at a time. Rejects with the signal's reason when aborted. */
  send(signal: AbortSignal): Promise<ReservationAnswer>;
}

/** The index of one file in a reservation. */
export interface ReservationItem {
  readonly reservation: Reservation;
  readonly index: number;
}

export function createReservation(
  ports: Ports,
  { key, requests }: Pick<Reservation, 'key' | 'requests'>,
): Reservation {
  let pending: PendingAnswer | undefined;
  const start = (): PendingAnswer => {
    const stop = new AbortController();
    const options = { ports, signal: stop.signal };
    const answer = retryUntilAvailable(options, () => sendReservation(ports, { key, requests }, stop.signal));
    const started: PendingAnswer = { answer, stop, waiters: 0 };
    const end = (result?: ReservationAnswer): void => {
      if (pending === started && result?.ok !== true) pending = undefined;
    };
    answer.then(end, () => end());
    return started;
  };
  return {
    key,
    requests,
    send: (signal) =>
      abortable(signal, (resolve) => {
        const current = (pending ??= start());
        current.waiters += 1;
        void Promise.allSettled([current.answer]).then(() => resolve(current.answer));
        return () => {
          current.waiters -= 1;
          if (current.waiters > 0) return;
          if (pending === current) pending = undefined;
          current.stop.abort(signal.reason);
        };
      }),
  };
}

/** Null for files that were rejected or skipped. */
export type UploadIds = readonly (UploadId | null)[];

export function uploadIdsOf({ items }: CreateUploadsResult): UploadIds {
  return items.map((item) => (item.outcome === 'created' ? item.upload.id : null));
}

interface PendingAnswer {
  readonly answer: Promise<ReservationAnswer>;
  readonly stop: AbortController;
  waiters: number;
}

async function sendReservation(
  { api }: Ports,
  { key, requests }: Pick<Reservation, 'key' | 'requests'>,
  signal: AbortSignal,
): Promise<ReservationAnswer> {
  const [only] = requests;
  if (requests.length > 1 || only === undefined) return await api.createUploads([...requests], key, signal);
  const answer = await api.createUpload(only, key, signal);
  return answer.ok ? ok({ items: [answer.value] }) : answer;
}
