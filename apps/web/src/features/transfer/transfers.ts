import { uploadCalls } from '../../api/uploads.ts';
import { onWipe } from '../../lib/wipe.ts';
import { createTransferEngine } from './engine.ts';
import type { Entry, TransferEngine } from './transfer-engine.ts';
import { type Keep, NO_KEEP } from './keep.ts';
import { createIdbKeep } from './keep-idb.ts';
import type { Look } from './looks.ts';
import { waitFor } from './wait-for.ts';
import { createWorkers } from './workers.ts';

/** What begins is shown at once, and what is looked at as often. What goes on changes all the time, and drawing it more often takes time from sending it. */
const FIRST_NOTICE_MS = 50;
const NEXT_NOTICE_MS = 250;
/** Of so many nobody follows each. */
const MANY = 100;
const NEXT_OF_MANY_MS = 600;

let noticedAt = -Infinity;

/** Whom it serves, and what the browser keeps for them. */
let served: { readonly personId: string; readonly keep: Keep } | undefined;

/** The one engine of the page. It outlives every screen; a sign-out empties it. */
export const transfers: TransferEngine = createTransferEngine({
  api: uploadCalls,
  ...createWorkers(),
  sleep,
  onReturn: (listener) => {
    for (const type of ['online', 'visibilitychange']) addEventListener(type, listener);
  },
  later: (notify) => {
    const nextMs = transfers.view().summary.total > MANY ? NEXT_OF_MANY_MS : NEXT_NOTICE_MS;
    const isFirst = performance.now() - noticedAt > nextMs;
    setTimeout(
      () => {
        noticedAt = performance.now();
        notify();
      },
      isFirst ? FIRST_NOTICE_MS : nextMs,
    );
  },
  signedIn,
  keep: () => served?.keep ?? NO_KEEP,
  now: () => performance.now(),
  random: Math.random,
  newId: () => crypto.randomUUID(),
});

onWipe(() => {
  transfers.wipe();
  served?.keep.close();
  served = undefined;
});

const returns = new Set<() => void>();

/** Somebody is signed in, perhaps again: what waits for it goes on. */
export function serve(personId: string): void {
  if (served?.personId !== personId) {
    served?.keep.close();
    served = { personId, keep: createIdbKeep(personId) };
  }
  for (const goOn of returns) goOn();
  returns.clear();
}

/** The first look at a chosen file makes the browser ask the disk, and the page wait for that: between some it draws. */
export async function looked(files: readonly File[], look: Look): Promise<readonly Entry[]> {
  let since = performance.now();
  const entries: Entry[] = [];
  for (const file of files) {
    // With `webkitdirectory` the paths of the folder are kept.
    const path = (file.webkitRelativePath || file.name).split('/');
    if (file.size >= 0) entries.push({ kind: 'file', path, file });
    if (performance.now() - since < FIRST_NOTICE_MS) continue;
    if (!look.goOn(entries.length)) break;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return entries;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return waitFor(signal, (go) => {
    const timer = setTimeout(go, ms);
    return () => clearTimeout(timer);
  });
}

function signedIn(signal: AbortSignal): Promise<void> {
  return waitFor(signal, (go) => {
    returns.add(go);
    return () => returns.delete(go);
  });
}
