import type { CreateUploadsResult } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import { patiently } from './patiently.ts';
import type { CreateUpload } from './create-upload.ts';
import type { TransferPorts } from './ports.ts';

type Items = CreateUploadsResult['items'];
type Asked = Result<Items, TransferFailure>;
type Ports = Pick<TransferPorts, 'api' | 'online' | 'signedIn' | 'sleep' | 'random'>;

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

export function createReservation(ports: Ports, key: string, requests: readonly CreateUpload[]): Reservation {
  let answered: Asked | undefined;
  let asking: Asking | undefined;
  const start = (): Asking => {
    const stop = new AbortController();
    const patient = { ports, signal: stop.signal };
    const answer = patiently(patient, () => ask(ports, { key, requests }, stop.signal));
    const started: Asking = { answer, stop, askers: 0 };
    const end = (result?: Asked): void => {
      if (result?.ok === true) answered = result;
      if (asking === started) asking = undefined;
    };
    answer.then(end, () => end());
    return started;
  };
  return {
    key,
    requests,
    async ask(signal) {
      signal.throwIfAborted();
      if (answered !== undefined) return answered;
      const current = asking ?? start();
      asking = current;
      current.askers += 1;
      return await new Promise((resolve, reject) => {
        const leave = (): void => {
          reject(signal.reason);
          current.askers -= 1;
          if (current.askers > 0) return;
          // Nobody waits for it any more; who asks from now on asks anew.
          if (asking === current) asking = undefined;
          current.stop.abort(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const stay = (): void => signal.removeEventListener('abort', leave);
        current.answer.then(resolve, reject).finally(stay);
      });
    },
  };
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
  if (requests.length > 1 || only === undefined) {
    const answer = await api.createUploads([...requests], key, signal);
    return answer.ok ? ok(answer.value.items) : answer;
  }
  const answer = await api.createUpload(only, key, signal);
  return answer.ok ? ok([answer.value]) : answer;
}
