import { assert } from '@coffer/kit';
import { startWorker } from '../../lib/trusted-types.ts';
import type { HashAnswer, HashQuestion } from './hash.worker.ts';
import hashWorkerUrl from './hash.worker.ts?worker&url';
import type { Digests, Hash } from './ports.ts';

interface Waiting {
  readonly resolve: (digests: Digests) => void;
  readonly reject: (error: unknown) => void;
}

/** Checksums from a worker that is started by the first file and answers in order. */
export function createHasher(): Hash {
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
      else asker?.reject(new DOMException('the file could not be read', answer.errorName));
    };
    started.onerror = () => {
      for (const asker of waiting.values())
        asker.reject(new DOMException('the hash worker ended', 'OperationError'));
      waiting.clear();
      worker = undefined;
    };
    return started;
  };
  return (slice, options, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      worker ??= start();
      lastId += 1;
      assert(!waiting.has(lastId), 'ids of questions are used once');
      waiting.set(lastId, { resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.postMessage({ id: lastId, slice, withMd5: options.withMd5 } satisfies HashQuestion);
    });
}
