import { startWorker } from '../trusted-types.ts';

interface Task {
  readonly workerUrl: string;
  readonly name: string;
  readonly request: unknown;
  /** Parts of the request that the worker takes over. */
  readonly transfer?: Transferable[];
  readonly limitMs: number;
}

export type TaskEnd<Answer> = Answer | 'failed' | 'too slow';

/**
 * Runs a worker for one request and ends it after the response. A hostile file costs at most `limitMs` and never blocks
 * the page.
 */
export async function runInWorker<Answer>(task: Task, signal: AbortSignal): Promise<TaskEnd<Answer>> {
  const worker = startWorker(new URL(task.workerUrl, location.href), { name: task.name });
  const ended = Promise.withResolvers<TaskEnd<Answer>>();
  const timer = setTimeout(() => ended.resolve('too slow'), task.limitMs);
  worker.onmessage = ({ data }: MessageEvent<Answer>) => ended.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    ended.resolve('failed');
  };
  worker.onmessageerror = () => ended.resolve('failed');
  signal.addEventListener('abort', () => ended.resolve('failed'), { once: true });
  worker.postMessage(task.request, { transfer: task.transfer ?? [] });
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
