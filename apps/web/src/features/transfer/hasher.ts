import { assert } from '@coffer/kit';
import { startWorker } from '../../lib/trusted-types.ts';
import type { HashAnswer, HashQuestion } from './hash.worker.ts';
import hashWorkerUrl from './hash.worker.ts?worker&url';
import type { Digests, Hash } from './ports.ts';

type Answer = readonly (Digests | undefined)[];

interface Waiting {
  readonly resolve: (digests: Answer) => void;
  readonly reject: (error: unknown) => void;
}

const WORKERS = 2;

/** Checksums from two workers, started by the first file: while one reads, the other computes. */
export function createHasher(): Hash {
  const workers = Array.from({ length: WORKERS }, createHashWorker);
  return async (slices, { withMd5 }, signal) => {
    const each = Math.ceil(slices.length / WORKERS);
    if (slices.length === 1) return await leastBusy(workers).ask({ slices, withMd5 }, signal);
    const groups = workers.map((worker, at) => ({
      worker,
      slices: slices.slice(at * each, (at + 1) * each),
    }));
    const answers = await Promise.all(
      groups.map((group) => group.worker.ask({ slices: group.slices, withMd5 }, signal)),
    );
    return answers.flat();
  };
}

interface HashWorker {
  readonly pending: () => number;
  ask(question: Omit<HashQuestion, 'id'>, signal: AbortSignal): Promise<Answer>;
}

function leastBusy(workers: readonly HashWorker[]): HashWorker {
  const [first] = workers.toSorted((one, other) => one.pending() - other.pending());
  assert(first !== undefined, 'there are workers');
  return first;
}

function createHashWorker(): HashWorker {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  const start = (): Worker => {
    const started = startWorker(new URL(hashWorkerUrl, location.href), { name: 'hash' });
    started.onmessage = (event: MessageEvent<HashAnswer>) => {
      const answer = event.data;
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('digests' in answer) asker?.resolve(answer.digests);
      else asker?.reject(new DOMException('the checksums could not be computed', answer.errorName));
    };
    started.onerror = () => {
      for (const asker of waiting.values())
        asker.reject(new DOMException('the hash worker ended', 'OperationError'));
      waiting.clear();
      worker = undefined;
    };
    return started;
  };
  return {
    pending: () => waiting.size,
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        worker ??= start();
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        worker.postMessage({ id: lastId, ...question } satisfies HashQuestion);
      }),
  };
}
