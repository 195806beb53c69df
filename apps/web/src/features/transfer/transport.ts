import type { SignedPart } from '@coffer/contracts';
import { KIB, MINUTE_MS } from '@coffer/kit';
import { contentOf, headersOf, outcomeOf } from './part-request.ts';
import type { Put, PutOutcome } from './ports.ts';
import type { SendSmall } from './small-sender.ts';

const STALL_MS = 2 * MINUTE_MS;
/** Below this nobody would see the bytes move. */
const SMALL_BYTES = 256 * KIB;

interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * Sends signed parts to the store: what is small from a worker by `fetch`, which keeps a form free of the question that a browser asks a
 * foreign host before it listens to an upload; the rest by XMLHttpRequest, because `fetch` tells nothing about bytes on their way up.
 */
export function createPut(sendSmall: SendSmall): Put {
  return async (part, body, options) => {
    const outcome =
      body.size <= SMALL_BYTES
        ? await sendSmall(part, body, options.signal)
        : await sendWatched(part, contentOf(part, body), options);
    // A file that is gone ends a request as a line that is cut does. Reading it tells the two apart: it rejects.
    if (outcome.kind === 'unreachable') await body.slice(0, 1).arrayBuffer();
    return outcome;
  };
}

function sendWatched(
  part: SignedPart,
  body: Blob | FormData,
  { signal, onProgress }: SendOptions,
): Promise<PutOutcome> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let stall = setTimeout(abort, STALL_MS);
    const settle = (finish: () => void): void => {
      clearTimeout(stall);
      signal.removeEventListener('abort', abort);
      finish();
    };
    request.upload.onprogress = (event) => {
      clearTimeout(stall);
      stall = setTimeout(abort, STALL_MS);
      onProgress(event.loaded);
    };
    request.onload = () => settle(() => resolve(outcomeOf(request.status, request.responseText)));
    request.onerror = () => settle(() => resolve({ kind: 'unreachable' }));
    request.onabort = () =>
      settle(() => (signal.aborted ? reject(signal.reason) : resolve({ kind: 'unreachable' })));
    signal.addEventListener('abort', abort, { once: true });
    request.open(part.method, part.url);
    for (const [name, value] of headersOf(part)) request.setRequestHeader(name, value);
    request.send(body);
    if (signal.aborted) request.abort();
  });
}
