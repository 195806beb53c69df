import { contentCalls } from '../../api/contents.ts';
import { createBell, sleep, untilStirred } from '../../lib/waiting.ts';
import { onWipe } from '../../lib/wipe.ts';
import { canStream, openBrowserSink } from './browser-sink.ts';
import { DownloadEngine } from './engine.ts';
import { openMemorySink } from './memory-sink.ts';
import { readFromStore } from './transport.ts';
import type { Sink, SinkFile } from './ports.ts';

const NOTIFY_MS = 120;
const returns = createBell();

/** The one engine of the page. It outlives every screen; a sign-out empties it. */
export const downloads = new DownloadEngine({
  api: contentCalls,
  get: readFromStore,
  openSink,
  sleep,
  stirred: untilStirred,
  signedIn: returns.wait,
  later: (notify) => {
    setTimeout(notify, NOTIFY_MS);
  },
  now: () => performance.now(),
  random: Math.random,
  newId: () => crypto.randomUUID(),
});

onWipe(() => downloads.wipe());

/** Somebody is signed in, perhaps again: what waits for it goes on. */
export function greet(): void {
  returns.ring();
}

async function openSink(file: SinkFile, signal: AbortSignal): Promise<Sink> {
  if (!canStream()) return await openMemorySink(file);
  const [opened] = await Promise.allSettled([openBrowserSink(file, signal)]);
  if (opened.status === 'fulfilled') return opened.value;
  signal.throwIfAborted();
  // Some windows have service workers and refuse them.
  if (isRefusal(opened.reason)) return await openMemorySink(file);
  throw opened.reason;
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(cause.name);
}
