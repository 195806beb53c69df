import type { SignedPart } from '@coffer/contracts';
import { KIB, MINUTE_MS } from '@coffer/kit';
import type { PutOutcome } from './worker-api.ts';

const STALL_MS = 2 * MINUTE_MS;
/** Smaller uploads report no progress. */
const WATCHED_FROM_BYTES = 256 * KIB;

interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * Sends a signed part. Uses XMLHttpRequest, because `fetch` reports no upload progress. Small forms get no progress
 * listener, which avoids a CORS preflight.
 */
export function sendToStore(
  part: SignedPart,
  body: Blob,
  { signal, onProgress }: SendOptions,
): Promise<PutOutcome> {
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
      if (!['content-length', 'host'].includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.send(bodyOf(part, body));
  });
}

function bodyOf({ fields }: SignedPart, body: Blob): Blob | FormData {
  if (fields === undefined) return body;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  // A fixed name, not that of the file.
  form.append('file', body, 'file');
  return form;
}

function outcomeOf({ status, responseText }: XMLHttpRequest): PutOutcome {
  if (status >= 200 && status < 300) return { kind: 'stored', answer: responseText };
  const code = /<Code>([A-Za-z]+)<\/Code>/.exec(responseText)?.[1] ?? '';
  return { kind: 'refused', status, code };
}
