import { useEffect, useState } from 'react';
import { fetchFileBytes } from '../../../api/file-bytes.ts';
import { runInWorker, type TaskEnd } from '../../../lib/workers/run-in-worker.ts';

interface FileTask {
  readonly workerUrl: string;
  readonly name: string;
  /** The time that the worker may take. Fetching the file has no limit. */
  readonly limitMs: number;
  readonly url: string;
  /** How much of the file is fetched. Undefined for all of it. */
  readonly bytesMax?: number;
}

/** Runs a worker on the bytes of the file at the URL. Undefined until the worker has ended. */
export function useFileTask<Answer>({
  workerUrl,
  name,
  limitMs,
  url,
  bytesMax,
}: FileTask): TaskEnd<Answer> | undefined {
  const [ended, setEnded] = useState<{ readonly url: string; readonly end: TaskEnd<Answer> }>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const run = async (): Promise<TaskEnd<Answer>> => {
      const range = bytesMax === undefined ? {} : { range: [0, bytesMax - 1] as const };
      const bytes = await fetchFileBytes(url, { ...range, signal });
      const task = { workerUrl, name, limitMs, request: bytes, transfer: [bytes.buffer] };
      return await runInWorker<Answer>(task, signal);
    };
    const start = async (): Promise<void> => {
      const [ran] = await Promise.allSettled([run()]);
      if (!signal.aborted) setEnded({ url, end: ran.status === 'fulfilled' ? ran.value : 'failed' });
    };
    void start();
    return () => abort.abort();
  }, [workerUrl, name, limitMs, url, bytesMax]);
  return ended?.url === url ? ended.end : undefined;
}
