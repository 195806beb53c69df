import { MINUTE_MS } from '@coffer/kit';
import type { Addresses } from './addresses.ts';
import { type Patience, pause } from './patience.ts';
import { type DownloadPorts, DownloadStopped } from './ports.ts';
import type { Item } from './tree.ts';

/** A line that brings nothing for so long is taken for broken. Many break without a word. */
const SILENCE_MS = 2 * MINUTE_MS;

/** A store that answers and does not hand out so many times in a row will not do it later either. */
const REFUSALS_MAX = 7;
const PASSING_STATUSES = [408, 425, 429, 502, 503, 504];

interface Reading {
  readonly ports: Patience & Pick<DownloadPorts, 'get' | 'sleep'>;
  readonly addresses: Addresses;
  readonly item: Item;
  readonly index: number;
  readonly signal: AbortSignal;
}

/**
 * The bytes of one file, as they come. A line that breaks or falls silent is taken up where it broke, as often as it takes: the address is
 * that of a version, whose bytes never change. What ends short of its size is a broken line too, and never a file.
 */
export async function* readFile(reading: Reading): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { item, ports, addresses, index, signal } = reading;
  let at = 0;
  let refusals = 0;
  for (let tries = 1; at < item.sizeBytes; tries += 1) {
    let isRefused = false;
    const onRefusal = (): void => void (isRefused = true);
    for await (const bytes of attempt({ ...reading, onRefusal }, at)) {
      at += bytes.length;
      if (at > item.sizeBytes) throw new DownloadStopped({ code: 'file_gone', entries: [item] });
      // A line that brings something is worth staying with.
      tries = 1;
      refusals = 0;
      yield bytes;
    }
    if (at === item.sizeBytes) break;
    refusals = isRefused ? refusals + 1 : 0;
    if (refusals === REFUSALS_MAX) throw new DownloadStopped({ code: 'not_handed_out', entries: [item] });
    ports.onWait('store');
    tries = await pause(ports, { tries }, signal);
  }
  addresses.forget(index);
}

/** One request: whatever of the file came before it ended. */
async function* attempt(
  { ports, addresses, item, index, signal, onRefusal }: Reading & { readonly onRefusal: () => void },
  from: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const url = await addresses.of(index);
  const line = new AbortController();
  const breakOff = (): void => line.abort(signal.reason);
  signal.addEventListener('abort', breakOff, { once: true });
  try {
    const response = await reached(ports, ports.get(url, from, line.signal));
    signal.throwIfAborted();
    if (response === undefined) return;
    const { status, body } = response;
    if (status === 404 || status === 410) throw new DownloadStopped({ code: 'file_gone', entries: [item] });
    if (status === 403) addresses.forget(index);
    if (!isContent(response, from) || body === null) {
      if (!isPassing(status)) onRefusal();
      return;
    }
    const reader = body.getReader();
    for (;;) {
      const part = await reached(ports, reader.read());
      signal.throwIfAborted();
      if (part === undefined) return;
      // Nothing is broken here: this is all that the store has of it.
      if (part.done) return onRefusal();
      yield part.value;
    }
  } finally {
    signal.removeEventListener('abort', breakOff);
    // What is still under way of it is waited for by nobody.
    line.abort();
  }
}

function isContent({ status }: Response, from: number): boolean {
  return status === 206 || (status === 200 && from === 0);
}

/** A store or a proxy that is busy, or on its way up. Not 500: so a store answers, each time anew, for what it found damaged. */
function isPassing(status: number): boolean {
  return PASSING_STATUSES.includes(status);
}

/** Undefined where the store was not reached, or not any more: also where it says nothing. Time in which nobody asks is not counted. */
async function reached<T>(
  { sleep }: Pick<DownloadPorts, 'sleep'>,
  asked: Promise<T>,
): Promise<T | undefined> {
  const watch = new AbortController();
  const silence = sleep(SILENCE_MS, watch.signal).then(() => undefined);
  const [answer] = await Promise.race([Promise.allSettled([asked]), Promise.allSettled([silence])]);
  watch.abort();
  return answer.status === 'fulfilled' ? answer.value : undefined;
}
