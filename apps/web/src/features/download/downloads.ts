import { contentCalls } from '../../api/contents.ts';
import { createBell, onRetryHint, sleep } from '../../lib/waiting.ts';
import { onWipe } from '../../lib/wipe.ts';
import { canStream, openBrowserSink } from './browser-sink.ts';
import { DownloadEngine } from './engine.ts';
import { openMemorySink } from './memory-sink.ts';
import { readFromStore } from './transport.ts';
import type { Sink, SinkFile } from './ports.ts';

const NOTIFY_MS = 120;
const signInBell = createBell();

/** Independent of screens; sign-out clears it. */
export const downloads = new DownloadEngine({
  api: contentCalls,
  get: readFromStore,
  openSink,
  sleep,
  onRetryHint,
  untilSignedIn: signInBell.wait,
  schedule: (notify) => {
    setTimeout(notify, NOTIFY_MS);
  },
  now: () => performance.now(),
  random: Math.random,
  newId: () => crypto.randomUUID(),
});

onWipe(() => downloads.wipe());

/** Resumes downloads that wait for a sign-in. */
export function resumeAfterSignIn(): void {
  signInBell.ring();
}

async function openSink(file: SinkFile, signal: AbortSignal): Promise<Sink> {
  if (!canStream()) return await openMemorySink(file);
  const [opened] = await Promise.allSettled([openBrowserSink(file, signal)]);
  if (opened.status === 'fulfilled') return opened.value;
  signal.throwIfAborted();
  // Some browsers refuse service workers in private windows.
  if (isRefusal(opened.reason)) return await openMemorySink(file);
  throw opened.reason;
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(cause.name);
}
