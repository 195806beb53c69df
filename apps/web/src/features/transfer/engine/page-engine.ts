import { uploadCalls } from '../../../api/uploads.ts';
import { createBell, onRetryHint, sleep } from '../../../lib/waiting.ts';
import { onWipe } from '../../../lib/wipe.ts';
import { createTransferEngine } from './engine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { type UploadJournal, NO_JOURNAL } from '../journal/upload-journal.ts';
import { createIndexedDbJournal } from '../journal/indexed-db-journal.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';

/** The first update is quick; frequent rendering would slow down sending. */
const FIRST_NOTIFICATION_MS = 50;
const NEXT_NOTIFICATION_MS = 250;
const MANY = 100;
const NEXT_OF_MANY_MS = 600;

const signInBell = createBell();
let notifiedAt = -Infinity;

let current: { readonly personId: string; readonly journal: UploadJournal } | undefined;

/** The only engine of the page. Sign-out empties it. */
export const transfers: TransferEngine = createTransferEngine({
  api: uploadCalls,
  ...createWorkerPool(),
  sleep,
  onRetryHint,
  schedule: (notify) => {
    const nextMs = transfers.view().summary.total > MANY ? NEXT_OF_MANY_MS : NEXT_NOTIFICATION_MS;
    const isFirst = performance.now() - notifiedAt > nextMs;
    setTimeout(
      () => {
        notifiedAt = performance.now();
        notify();
      },
      isFirst ? FIRST_NOTIFICATION_MS : nextMs,
    );
  },
  untilSignedIn: signInBell.wait,
  journal: () => current?.journal ?? NO_JOURNAL,
  now: () => performance.now(),
  random: Math.random,
  newId: () => crypto.randomUUID(),
});

onWipe(() => {
  transfers.wipe();
  current?.journal.close();
  current = undefined;
});

/** Also called after the session was renewed; waiting calls then resume. */
export function startJournal(personId: string): void {
  if (current?.personId !== personId) {
    current?.journal.close();
    current = { personId, journal: createIndexedDbJournal(personId) };
  }
  signInBell.ring();
}
