import type { SignedPart } from '@coffer/contracts';
import { digest } from './digest.ts';
import type { Digests, PutOutcome } from './ports.ts';
import { send } from './send.ts';

/** What a worker is asked; `id` pairs it with the answer. Several slices in one, because a message costs more than a small file. */
export type Task =
  | { readonly slices: readonly Blob[]; readonly withMd5: boolean }
  | { readonly part: SignedPart; readonly body: Blob };
export type Question = { readonly id: number } & (Task | { readonly isGivenUp: true });

export type Done =
  /** Undefined for a slice that could not be read. */
  | { readonly digests: readonly (Digests | undefined)[] }
  | { readonly outcome: PutOutcome }
  | { readonly isFailed: true };
export type Answer = { readonly id: number } & (Done | { readonly sentBytes: number });

const underWay = new Map<number, AbortController>();
/** One slice after the other, whoever asks: each is as large as a part, and the other worker computes meanwhile. */
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
      ? send(task.part, task.body, {
          signal: givenUp.signal,
          onProgress: (sentBytes) => tell({ id, sentBytes }),
        }).then((outcome) => ({ outcome }))
      : inTurn(async () => ({ digests: await digestEach(task, givenUp.signal) })),
  ]);
  underWay.delete(id);
  tell(end.status === 'fulfilled' ? { id, ...end.value } : { id, isFailed: true });
}

function tell(said: Answer): void {
  self.postMessage(said);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = Promise.allSettled([done]);
  return await done;
}

async function digestEach(
  { slices, withMd5 }: Extract<Task, { slices: unknown }>,
  signal: AbortSignal,
): Promise<readonly (Digests | undefined)[]> {
  const digests: (Digests | undefined)[] = [];
  for (const slice of slices) {
    signal.throwIfAborted();
    digests.push(await digest(slice, withMd5));
  }
  return digests;
}
