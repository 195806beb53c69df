import { guestUploadCalls, type HandInKey } from '../../../api/links/hand-in.ts';
import { createBell } from '../../../lib/waiting.ts';
import { JOURNAL_DATABASE } from '../journal/journal-database.ts';
import { createIndexedDbJournal } from '../journal/indexed-db-journal.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { createTransferEngine } from './engine.ts';
import { createPagePorts } from './page-ports.ts';

export interface GuestSending {
  readonly engine: TransferEngine;
  /** Forgets what was kept for the next page. */
  readonly end: () => void;
}

/** An engine for one hand-in, with a journal of its own: a reloaded page goes on. Guests never sign in. */
export function createGuestEngine(handIn: HandInKey & { readonly folderId: string }): GuestSending {
  const name = `${JOURNAL_DATABASE}-${handIn.folderId}`;
  const journal = createIndexedDbJournal('guest', name);
  const engine: TransferEngine = createTransferEngine({
    ...createPagePorts(() => engine.view().summary.total),
    api: guestUploadCalls(handIn),
    untilSignedIn: createBell().wait,
    journal: () => journal,
  });
  const end = (): void => {
    engine.wipe();
    journal.close();
    indexedDB.deleteDatabase(name);
  };
  return { engine, end };
}
