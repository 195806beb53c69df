import { MINUTE_MS } from '@coffer/kit';
import { isOverload } from '../../lib/retry/call-failure.ts';
import type { PresignedUrls } from './presigned-urls.ts';
import type { RunPorts } from './ask-server.ts';
import { type DownloadPorts, DownloadError } from './ports.ts';
import type { TreeItem } from './read-tree.ts';

/** A connection without data for this long is considered dead. */
const TIMEOUT_MS = 2 * MINUTE_MS;

/** Number of consecutive refusals by a reachable store. */
const REFUSALS_MAX = 7;

interface Reading {
  readonly ports: RunPorts;
  readonly addresses: PresignedUrls;
  readonly item: TreeItem;
  readonly index: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a file, resuming at the same offset: a version never changes. Broken or silent connections are retried without
 * limit, and refusals up to `REFUSALS_MAX`.
 */
export async function* readFile(reading: Reading): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { item, ports, addresses, index, signal } = reading;
  const { store } = ports.breakers;
  let at = 0;
  let refusals = 0;
  while (at < item.sizeBytes) {
    await ports.gate.untilResumed(signal);
    await store.acquire(signal, refusals);
    const paused = ports.gate.signal();
    let isRefused = false;
    const onRefusal = (): void => void (isRefused = true);
    for await (const bytes of attempt({ ...reading, paused, onRefusal }, at)) {
      at += bytes.length;
      if (at > item.sizeBytes) throw new DownloadError({ code: 'file_gone', entries: [item] });
      store.reset();
      refusals = 0;
      yield bytes;
    }
    if (at === item.sizeBytes) break;
    if (paused.aborted) continue;
    refusals = isRefused ? refusals + 1 : 0;
    if (refusals === REFUSALS_MAX) throw new DownloadError({ code: 'store_refused', entries: [item] });
    if (isRefused) store.reset();
    else store.trip({ code: 'store_unavailable' });
    ports.onWait('store');
  }
  addresses.forget(index);
}

interface Attempt extends Reading {
  readonly paused: AbortSignal;
  readonly onRefusal: () => void;
}

async function* attempt(
  { ports, addresses, item, index, signal, paused, onRefusal }: Attempt,
  from: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const url = await addresses.of(index);
  if (paused.aborted) return;
  const request = new AbortController();
  const breakOff = (): void => request.abort(signal.reason ?? paused.reason);
  signal.addEventListener('abort', breakOff, { once: true });
  paused.addEventListener('abort', breakOff, { once: true });
  try {
    const response = await withTimeout(ports, ports.get(url, from, request.signal));
    signal.throwIfAborted();
    if (response === undefined) return;
    const { status, body } = response;
    if (status === 404 || status === 410) throw new DownloadError({ code: 'file_gone', entries: [item] });
    if (status === 403) addresses.forget(index);
    if (!isContent(response, from) || body === null) {
      if (!isOverload(status)) onRefusal();
      return;
    }
    const reader = body.getReader();
    for (;;) {
      const part = await withTimeout(ports, reader.read());
      signal.throwIfAborted();
      if (part === undefined) return;
      // The response ended normally but is too short.
      if (part.done) return onRefusal();
      yield part.value;
    }
  } finally {
    signal.removeEventListener('abort', breakOff);
    paused.removeEventListener('abort', breakOff);
    request.abort();
  }
}

function isContent({ status }: Response, from: number): boolean {
  return status === 206 || (status === 200 && from === 0);
}

/** Resolves to undefined if the store is unreachable, or silent for too long. */
async function withTimeout<T>(
  { sleep }: Pick<DownloadPorts, 'sleep'>,
  asked: Promise<T>,
): Promise<T | undefined> {
  const watch = new AbortController();
  const silence = sleep(TIMEOUT_MS, watch.signal).then(() => undefined);
  const [answer] = await Promise.race([Promise.allSettled([asked]), Promise.allSettled([silence])]);
  watch.abort();
  return answer.status === 'fulfilled' ? answer.value : undefined;
}
