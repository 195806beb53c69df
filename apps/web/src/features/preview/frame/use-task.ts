import { useEffect, useState } from 'react';
import { runInWorker, type TaskEnd } from '../../../lib/workers/run-in-worker.ts';

interface FileTask {
  readonly workerUrl: string;
  readonly name: string;
  readonly limitMs: number;
  readonly url: string;
}

/** Runs a worker on the file at the URL. Undefined until the worker has ended. */
export function useFileTask<Answer>({
  workerUrl,
  name,
  limitMs,
  url,
}: FileTask): TaskEnd<Answer> | undefined {
  const [ended, setEnded] = useState<{ readonly url: string; readonly end: TaskEnd<Answer> }>();
  useEffect(() => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      const end = await runInWorker<Answer>({ workerUrl, name, limitMs, request: url }, abort.signal);
      if (!abort.signal.aborted) setEnded({ url, end });
    };
    void run();
    return () => abort.abort();
  }, [workerUrl, name, limitMs, url]);
  return ended?.url === url ? ended.end : undefined;
}
