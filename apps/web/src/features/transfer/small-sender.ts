import type { SignedPart } from '@coffer/contracts';
import { startWorker } from '../../lib/trusted-types.ts';
import type { PutOutcome } from './ports.ts';
import type { SendAnswer, SendQuestion } from './send.worker.ts';
import sendWorkerUrl from './send.worker.ts?worker&url';

/** Sends a small body. Rejects with the signal's reason when aborted. */
export type SendSmall = (part: SignedPart, body: Blob, signal: AbortSignal) => Promise<PutOutcome>;

/**
 * From a worker, which the first file starts: a thousand requests on the thread that draws would wait for each of its frames, and
 * its frames for them.
 */
export function createSmallSender(): SendSmall {
  const waiting = new Map<number, (outcome: PutOutcome) => void>();
  let worker: Worker | undefined;
  let lastId = 0;
  const start = (): Worker => {
    const started = startWorker(new URL(sendWorkerUrl, location.href), { name: 'send' });
    started.onmessage = (event: MessageEvent<SendAnswer>) => {
      const { id, outcome } = event.data;
      waiting.get(id)?.(outcome);
      waiting.delete(id);
    };
    started.onerror = () => {
      for (const settle of waiting.values()) settle({ kind: 'unreachable' });
      waiting.clear();
      worker = undefined;
    };
    return started;
  };
  return (part, body, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      worker ??= start();
      const asked = worker;
      lastId += 1;
      const id = lastId;
      const giveUp = (): void => {
        waiting.delete(id);
        asked.postMessage({ id, isGivenUp: true } satisfies SendQuestion);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.set(id, (outcome) => {
        signal.removeEventListener('abort', giveUp);
        resolve(outcome);
      });
      asked.postMessage({ id, part, body } satisfies SendQuestion);
    });
}
