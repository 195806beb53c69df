import type { SignedPart } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import type { PutOutcome } from './ports.ts';

const STALL_MS = 2 * MINUTE_MS;

/** Sends one signed part to the store. XMLHttpRequest, because `fetch` tells nothing about bytes on their way up. */
export function putPart(
  part: SignedPart,
  body: Blob,
  options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
): Promise<PutOutcome> {
  const { signal, onProgress } = options;
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
    request.onload = () => settle(() => resolve(outcomeOf(request)));
    request.onerror = () => settle(() => resolve({ kind: 'unreachable' }));
    request.onabort = () =>
      settle(() => (signal.aborted ? reject(signal.reason) : resolve({ kind: 'unreachable' })));
    signal.addEventListener('abort', abort, { once: true });
    request.open(part.method, part.url);
    for (const [name, value] of Object.entries(part.headers)) {
      // Browsers set these two themselves, from the body and the address.
      if (!['content-length', 'host'].includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.send(body);
    if (signal.aborted) request.abort();
  });
}

function outcomeOf(request: XMLHttpRequest): PutOutcome {
  if (request.status >= 200 && request.status < 300) return { kind: 'stored' };
  const code = /<Code>([A-Za-z]+)<\/Code>/.exec(request.responseText)?.[1] ?? '';
  return { kind: 'refused', status: request.status, code };
}
