import type { SignedPart } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { contentOf, headersOf, outcomeOf } from './part-request.ts';
import type { PutOutcome } from './ports.ts';

/** A small file to send; or, with the same `id`, that nobody waits for it any more. */
export type SendQuestion =
  | { readonly id: number; readonly part: SignedPart; readonly body: Blob }
  | { readonly id: number; readonly isGivenUp: true };
export interface SendAnswer {
  readonly id: number;
  readonly outcome: PutOutcome;
}

const STALL_MS = 2 * MINUTE_MS;
const underWay = new Map<number, AbortController>();

self.onmessage = (event: MessageEvent<SendQuestion>): void => {
  const question = event.data;
  if ('isGivenUp' in question) underWay.get(question.id)?.abort();
  else void answer(question.id, question.part, question.body);
};

async function answer(id: number, part: SignedPart, body: Blob): Promise<void> {
  const givenUp = new AbortController();
  const stalled = setTimeout(() => givenUp.abort(), STALL_MS);
  underWay.set(id, givenUp);
  const [sent] = await Promise.allSettled([send(part, body, givenUp.signal)]);
  clearTimeout(stalled);
  underWay.delete(id);
  // By the Fetch standard a request rejects when the network fails or when it is given up.
  const outcome: PutOutcome = sent.status === 'fulfilled' ? sent.value : { kind: 'unreachable' };
  self.postMessage({ id, outcome } satisfies SendAnswer);
}

async function send(part: SignedPart, body: Blob, signal: AbortSignal): Promise<PutOutcome> {
  // oxlint-disable-next-line no-restricted-globals -- the store is not the API: no cookie, no header of ours goes there
  const response = await fetch(part.url, {
    method: part.method,
    headers: headersOf(part),
    body: contentOf(part, body),
    credentials: 'omit',
    redirect: 'error',
    signal,
  });
  // Read to its end, so that the connection serves the next.
  return outcomeOf(response.status, await response.text());
}
