import type { SignedPart } from '@coffer/contracts';
import { KIB, MINUTE_MS } from '@coffer/kit';
import type { PutOutcome } from './ports.ts';

const STALL_MS = 2 * MINUTE_MS;
/** Below this nobody would see the bytes move. */
const WATCHED_FROM_BYTES = 256 * KIB;

interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * Sends a signed part to the store. By XMLHttpRequest, because `fetch` tells nothing about bytes on their way up. A small form is not
 * listened to: then the browser needs no leave of a foreign host to send it, and asks for none.
 */
export function send(part: SignedPart, body: Blob, { signal, onProgress }: SendOptions): Promise<PutOutcome> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let stall = setTimeout(abort, STALL_MS);
    const settle = (outcome: PutOutcome): void => {
      clearTimeout(stall);
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else resolve(outcome);
    };
    request.onload = () => settle(outcomeOf(request));
    request.onerror = () => settle({ kind: 'unreachable' });
    request.onabort = request.onerror;
    if (body.size > WATCHED_FROM_BYTES) {
      request.upload.onprogress = (event) => {
        clearTimeout(stall);
        stall = setTimeout(abort, STALL_MS);
        onProgress(event.loaded);
      };
    }
    signal.addEventListener('abort', abort, { once: true });
    request.open(part.method, part.url);
    for (const [name, value] of Object.entries(part.headers)) {
      // The browser sets these itself, from the body and the address.
      if (!['content-length', 'host'].includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.send(contentOf(part, body));
  });
}

/** The body of a signed request: the bytes, or a form with the bytes last. What is a form already goes as it is. */
function contentOf({ fields }: SignedPart, body: Blob): Blob | FormData {
  if (fields === undefined) return body;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  // Not by the name of the file.
  form.append('file', body, 'file');
  return form;
}

/** What an answer of the store says. */
function outcomeOf({ status, responseText }: XMLHttpRequest): PutOutcome {
  if (status >= 200 && status < 300) return { kind: 'stored', answer: responseText };
  const code = /<Code>([A-Za-z]+)<\/Code>/.exec(responseText)?.[1] ?? '';
  return { kind: 'refused', status, code };
}
