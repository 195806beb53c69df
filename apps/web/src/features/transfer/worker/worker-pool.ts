import { startWorker } from '../../../lib/trusted-types.ts';
import type { Hash, Put } from './worker-api.ts';
import type { WorkerMessage, WorkerResult, WorkerRequest, WorkerTask } from './transfer.worker.ts';
import { abortable } from '../model/abortable.ts';
import workerUrl from './transfer.worker.ts?worker&url';

/**
 * Both workers hash small files, but only one reads parts: Chromium keeps up to 64 MiB of read buffers per worker.
 * Requests are also sent there, so that they do not compete with rendering.
 */
export function createWorkerPool(): { readonly hash: Hash; readonly put: Put; readonly close: () => void } {
  const one = createWorker();
  const other = createWorker();
  let nextSender = one;
  return {
    async hash(slices, { withMd5, onSmall }, signal) {
      // Starts the second worker early: if the server becomes unreachable, it could not deliver the worker's code.
      other.start();
      const run = async (worker: TransferWorker, from: number, to?: number) => {
        const task = { slices: slices.slice(from, to), withMd5, withBytes: onSmall !== undefined };
        const answer = await worker.run(task, signal);
        if (!('digests' in answer)) throw new DOMException('the worker failed', 'OperationError');
        for (const [index, bytes] of answer.bytes) onSmall?.(from + index, bytes);
        return answer.digests;
      };
      if (slices.length === 1) return await run(one, 0);
      const half = Math.ceil(slices.length / 2);
      return (await Promise.all([run(one, 0, half), run(other, half)])).flat();
    },
    async put(part, body, { signal, onProgress }) {
      nextSender = nextSender === one ? other : one;
      const answer = await nextSender.run({ part, body }, signal, onProgress);
      if ('isUnreadable' in answer) throw new DOMException('gone', 'NotReadableError');
      return 'outcome' in answer ? answer.outcome : { kind: 'unreachable' };
    },
    close: () => {
      for (const worker of [one, other]) worker.close();
    },
  };
}

interface TransferWorker {
  /** Ends the worker. Pending tasks never settle; a later task starts the worker again. */
  close(): void;
  /** Loads the code before the first task. */
  start(): void;
  /** Rejects with the signal's reason when aborted. */
  run(task: WorkerTask, signal: AbortSignal, onProgress?: (sentBytes: number) => void): Promise<WorkerResult>;
}

interface PendingTask {
  readonly onProgress: ((sentBytes: number) => void) | undefined;
  settle(result: WorkerResult): void;
}

function createWorker(): TransferWorker {
  const pending = new Map<number, PendingTask>();
  let worker: Worker | undefined;
  let lastId = 0;
  const running = (): Worker => (worker ??= start());
  const start = (): Worker => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'transfer' });
    started.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      const task = pending.get(data.id);
      if ('sentBytes' in data) task?.onProgress?.(data.sentBytes);
      else task?.settle(data);
    };
    started.onerror = () => {
      worker = undefined;
      for (const task of pending.values()) task.settle({ isFailed: true });
    };
    return started;
  };
  return {
    close: () => {
      worker?.terminate();
      worker = undefined;
    },
    start: () => void running(),
    run: (task, signal, onProgress) =>
      abortable(signal, (resolve) => {
        const target = running();
        const id = (lastId += 1);
        const settle = (result: WorkerResult): void => {
          pending.delete(id);
          resolve(result);
        };
        pending.set(id, { onProgress, settle });
        target.postMessage({ id, ...task } satisfies WorkerRequest);
        return () => {
          pending.delete(id);
          target.postMessage({ id, isCancelled: true } satisfies WorkerRequest);
        };
      }),
  };
}
