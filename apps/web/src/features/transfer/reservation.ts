import type { CreateUploadsResult, UploadId } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import { type Patient, patiently } from './patiently.ts';
import type { CreateUpload } from './create-upload.ts';
import type { TransferPorts } from './ports.ts';
import { waitFor } from './wait-for.ts';

type Asked = Result<CreateUploadsResult, TransferFailure>;
type Ports = Patient['ports'] & Pick<TransferPorts, 'api'>;

/**
 * One question for room, for one file or many, however often it is asked. The server gives the same answer to the same question
 * under the same key, so a lost answer reserves once; another question under the key is refused, so what was asked is kept.
 */
export interface Reservation {
  readonly key: string;
  readonly requests: readonly CreateUpload[];
  /** What was answered; asked at most once at a time. Rejects with the signal's reason when aborted. */
  ask(signal: AbortSignal): Promise<Asked>;
}

/** Where the answer for one file stands. */
export interface Place {
  readonly reservation: Reservation;
  readonly index: number;
}

export function createReservation(
  ports: Ports,
  { key, requests }: Pick<Reservation, 'key' | 'requests'>,
): Reservation {
  let asking: Asking | undefined;
  const start = (): Asking => {
    const stop = new AbortController();
    const patient = { ports, signal: stop.signal };
    const answer = patiently(patient, () => ask(ports, { key, requests }, stop.signal));
    const started: Asking = { answer, stop, askers: 0 };
    // Who asks after a failure asks anew.
    const end = (result?: Asked): void => {
      if (asking === started && result?.ok !== true) asking = undefined;
    };
    answer.then(end, () => end());
    return started;
  };
  return {
    key,
    requests,
    ask: (signal) =>
      waitFor(signal, (go) => {
        const current = (asking ??= start());
        current.askers += 1;
        void Promise.allSettled([current.answer]).then(() => go(current.answer));
        return () => {
          current.askers -= 1;
          if (current.askers > 0) return;
          // Nobody waits for it any more; who asks from now on asks anew.
          if (asking === current) asking = undefined;
          current.stop.abort(signal.reason);
        };
      }),
  };
}

/** Which uploads were created: null for what was refused or skipped. */
export type UploadIds = readonly (UploadId | null)[];

export function uploadIdsOf({ items }: CreateUploadsResult): UploadIds {
  return items.map((item) => (item.outcome === 'created' ? item.upload.id : null));
}

interface Asking {
  readonly answer: Promise<Asked>;
  readonly stop: AbortController;
  askers: number;
}

async function ask(
  { api }: Ports,
  { key, requests }: Pick<Reservation, 'key' | 'requests'>,
  signal: AbortSignal,
): Promise<Asked> {
  const [only] = requests;
  if (requests.length > 1 || only === undefined) return await api.createUploads([...requests], key, signal);
  const answer = await api.createUpload(only, key, signal);
  return answer.ok ? ok({ items: [answer.value] }) : answer;
}
