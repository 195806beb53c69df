import type { SignedPart } from '@coffer/contracts';
import { digestEach } from './digest.ts';
import type { Digests, PutOutcome } from './ports.ts';
import { isReadable } from './read.ts';
import { send } from './send.ts';

/** What a worker is asked; `id` pairs it with the answer. Several slices in one, because a message costs more than a small file. */
export type Task =
  | { readonly slices: readonly Blob[]; readonly withMd5: boolean; readonly withBytes: boolean }
  | { readonly part: SignedPart; readonly body: Blob };
export type Question = { readonly id: number } & (Task | { readonly isGivenUp: true });

export type Done =
  /** Undefined for a slice that could not be read. */
  | {
      readonly digests: readonly (Digests | undefined)[];
      /** Those of small ones, by their place. */
      readonly bytes: readonly (readonly [number, Uint8Array<ArrayBuffer>])[];
    }
  | { readonly outcome: PutOutcome }
  | { readonly isUnreadable: true }
  | { readonly isFailed: true };
export type Answer = { readonly id: number } & (Done | { readonly sentBytes: number });

const underWay = new Map<number, AbortController>();
/** Read one after the other, whoever asks: each slice may be as large as a part. */
let turn: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Question>): void => {
  if ('isGivenUp' in data) underWay.get(data.id)?.abort(new DOMException('given up', 'AbortError'));
  else void answer(data);
};

async function answer({ id, ...task }: Question & Task): Promise<void> {
  const givenUp = new AbortController();
  underWay.set(id, givenUp);
  const [end] = await Promise.allSettled([
    'part' in task
      ? put(task, {
          signal: givenUp.signal,
          onProgress: (sentBytes) => tell({ id, sentBytes }),
        })
      : digestsFor(task, givenUp.signal),
  ]);
  underWay.delete(id);
  tell(end.status === 'fulfilled' ? { id, ...end.value } : { id, isFailed: true });
}

function tell(said: Answer): void {
  const transfer = 'bytes' in said ? said.bytes.map(([, { buffer }]) => buffer) : [];
  self.postMessage(said, { transfer });
}

/** A file that is gone ends a request as a line that is cut does: reading it tells the two apart. */
async function put(
  { part, body }: Extract<Task, { part: unknown }>,
  options: Parameters<typeof send>[2],
): Promise<Done> {
  const outcome = await send(part, body, options);
  if (outcome.kind !== 'unreachable') return { outcome };
  return (await isReadable(body)) ? { outcome } : { isUnreadable: true };
}

async function digestsFor(
  { slices, withMd5, withBytes }: Extract<Task, { slices: unknown }>,
  signal: AbortSignal,
): Promise<Done> {
  const bytes: (readonly [number, Uint8Array<ArrayBuffer>])[] = [];
  const onSmall = withBytes ? (...one: (typeof bytes)[number]) => bytes.push(one) : undefined;
  const digests = await inTurn(() => digestEach(slices, { withMd5, signal, onSmall }));
  return { digests: await Promise.all(digests), bytes };
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = Promise.allSettled([done]);
  return await done;
}
