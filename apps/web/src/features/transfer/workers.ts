import { startWorker } from '../../lib/trusted-types.ts';
import type { TransferPorts } from './ports.ts';
import type { Answer, Done, Question, Task } from './transfer.worker.ts';
import { waitFor } from './wait-for.ts';
import workerUrl from './transfer.worker.ts?worker&url';

/**
 * Two workers that the first file starts: small files, which are messages more than bytes, are read by both. Parts are read by one, since what
 * Chromium leaves behind of a fast read waits in each worker for 64 MiB to come together: by both, the page held 226 MiB at most, by one 156. What
 * sends sits there as well, because a thousand requests on the thread that draws would wait for each of its frames, and its frames for them.
 */
export function createWorkers(): Pick<TransferPorts, 'hash' | 'put'> {
  const one = createWorker();
  const other = createWorker();
  let sendsNext = one;
  return {
    async hash(slices, { withMd5, onSmall }, signal) {
      const ask = async (worker: TransferWorker, from: number, to?: number) => {
        const task = { slices: slices.slice(from, to), withMd5, withBytes: onSmall !== undefined };
        const answer = await worker.ask(task, signal);
        if (!('digests' in answer)) throw new DOMException('lost', 'OperationError');
        for (const [index, bytes] of answer.bytes) onSmall?.(from + index, bytes);
        return answer.digests;
      };
      if (slices.length === 1) return await ask(one, 0);
      const half = Math.ceil(slices.length / 2);
      return (await Promise.all([ask(one, 0, half), ask(other, half)])).flat();
    },
    async put(part, body, { signal, onProgress }) {
      sendsNext = sendsNext === one ? other : one;
      const answer = await sendsNext.ask({ part, body }, signal, onProgress);
      if ('isUnreadable' in answer) throw new DOMException('gone', 'NotReadableError');
      return 'outcome' in answer ? answer.outcome : { kind: 'unreachable' };
    },
  };
}

interface TransferWorker {
  /** Rejects with the signal's reason when aborted. */
  ask(task: Task, signal: AbortSignal, onProgress?: (sentBytes: number) => void): Promise<Done>;
}

interface Asker {
  readonly onProgress: ((sentBytes: number) => void) | undefined;
  settle(done: Done): void;
}

function createWorker(): TransferWorker {
  const askers = new Map<number, Asker>();
  let worker: Worker | undefined;
  let lastId = 0;
  const start = (): Worker => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'transfer' });
    started.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asker = askers.get(data.id);
      if ('sentBytes' in data) asker?.onProgress?.(data.sentBytes);
      else asker?.settle(data);
    };
    started.onerror = () => {
      worker = undefined;
      for (const asker of askers.values()) asker.settle({ isFailed: true });
    };
    return started;
  };
  return {
    ask: (task, signal, onProgress) =>
      waitFor(signal, (go) => {
        const asked = (worker ??= start());
        const id = (lastId += 1);
        const settle = (done: Done): void => {
          askers.delete(id);
          go(done);
        };
        askers.set(id, { onProgress, settle });
        asked.postMessage({ id, ...task } satisfies Question);
        return () => {
          askers.delete(id);
          asked.postMessage({ id, isGivenUp: true } satisfies Question);
        };
      }),
  };
}
