import type { SignedPart } from '@coffer/contracts';
import { digestEach } from './digest.ts';
import type { Digests, PutOutcome } from './worker-api.ts';
import { isReadable } from './read-with-timeout.ts';
import { sendToStore } from './send-to-store.ts';

/** Several slices in one message: for small files, messages cost more than hashing. */
export type WorkerTask =
  | { readonly slices: readonly Blob[]; readonly withMd5: boolean; readonly withBytes: boolean }
  | { readonly part: SignedPart; readonly body: Blob };
export type WorkerRequest = { readonly id: number } & (WorkerTask | { readonly isCancelled: true });

export type WorkerResult =
  /** An entry of `digests` is undefined for an unreadable slice. */
  | {
      readonly digests: readonly (Digests | undefined)[];
      /** Bytes of small slices, by index. */
      readonly bytes: readonly (readonly [number, Uint8Array<ArrayBuffer>])[];
    }
  | { readonly outcome: PutOutcome }
  | { readonly isUnreadable: true }
  | { readonly isFailed: true };
export type WorkerMessage = { readonly id: number } & (WorkerResult | { readonly sentBytes: number });

const running = new Map<number, AbortController>();
/** Slices are read one at a time, because each may be as large as a part. */
let lastRead: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<WorkerRequest>): void => {
  if ('isCancelled' in data) running.get(data.id)?.abort(new DOMException('given up', 'AbortError'));
  else void answer(data);
};

async function answer({ id, ...task }: WorkerRequest & WorkerTask): Promise<void> {
  const cancelled = new AbortController();
  running.set(id, cancelled);
  const [end] = await Promise.allSettled([
    'part' in task
      ? put(task, {
          signal: cancelled.signal,
          onProgress: (sentBytes) => post({ id, sentBytes }),
        })
      : digestsFor(task, cancelled.signal),
  ]);
  running.delete(id);
  post(end.status === 'fulfilled' ? { id, ...end.value } : { id, isFailed: true });
}

function post(message: WorkerMessage): void {
  const transfer = 'bytes' in message ? message.bytes.map(([, { buffer }]) => buffer) : [];
  self.postMessage(message, { transfer });
}

/** A deleted file fails like a broken connection. Reading the file distinguishes the two. */
async function put(
  { part, body }: Extract<WorkerTask, { part: unknown }>,
  options: Parameters<typeof sendToStore>[2],
): Promise<WorkerResult> {
  const outcome = await sendToStore(part, body, options);
  if (outcome.kind !== 'unreachable') return { outcome };
  return (await isReadable(body)) ? { outcome } : { isUnreadable: true };
}

async function digestsFor(
  { slices, withMd5, withBytes }: Extract<WorkerTask, { slices: unknown }>,
  signal: AbortSignal,
): Promise<WorkerResult> {
  const bytes: (readonly [number, Uint8Array<ArrayBuffer>])[] = [];
  const onSmall = withBytes ? (...one: (typeof bytes)[number]) => bytes.push(one) : undefined;
  const digests = await oneAtATime(() => digestEach(slices, { withMd5, signal, onSmall }));
  return { digests: await Promise.all(digests), bytes };
}

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = lastRead.then(work);
  lastRead = Promise.allSettled([done]);
  return await done;
}
