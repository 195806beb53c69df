import { uploadCalls } from '../../../api/uploads.ts';
import { createBell } from '../../../lib/waiting.ts';
import { onWipe } from '../../../lib/wipe.ts';
import { createTransferEngine } from './engine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { type UploadJournal, NO_JOURNAL } from '../journal/upload-journal.ts';
import { createIndexedDbJournal } from '../journal/indexed-db-journal.ts';
import { createPagePorts } from './page-ports.ts';

const signInBell = createBell();

let current: { readonly personId: string; readonly journal: UploadJournal } | undefined;

/** The only engine of the page. Sign-out empties it. */
export const transfers: TransferEngine = createTransferEngine({
  ...createPagePorts(() => transfers.view().summary.total),
  api: uploadCalls,
  untilSignedIn: signInBell.wait,
  journal: () => current?.journal ?? NO_JOURNAL,
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
