import type { UploadRequest } from '../model/upload-request.ts';
import type {
  FullSpace,
  IsKnownUpload,
  JournalBatch,
  JournalEntry,
  JournalReservation,
  JournalReader,
  Marks,
  JournalAccess,
} from './upload-journal.ts';
import {
  keysOfBatch,
  type BatchRow,
  ENTRIES_PER_PAGE,
  lockNameOf,
  MARK,
  markOf,
  type ReservationRow,
} from './journal-rows.ts';

/** Reads what earlier pages stored. Read errors are ignored. */
export function createJournalReader(journal: JournalAccess): JournalReader {
  return {
    restore: (onFound) => void Promise.allSettled([restoreBatches(journal, onFound)]),
    knownUploads: async () => {
      const [known] = await Promise.allSettled([journal.open().then(uploadsIn)]);
      return known.status === 'fulfilled' ? known.value : () => false;
    },
    isOwnedElsewhere: async () => {
      const [found] = await Promise.allSettled([isOwnedElsewhere(journal)]);
      return found.status === 'fulfilled' && found.value;
    },
  };
}

/** Passes each batch of the person to `onFound` as soon as no other tab owns it. Deletes batches of other people. */
async function restoreBatches(journal: JournalAccess, onFound: (batch: JournalBatch) => void): Promise<void> {
  const database = await journal.open();
  for (const { id, personId } of await rowsOf<BatchRow>(database, 'batches')) {
    if (personId !== journal.personId) journal.delete(id);
    else if (!journal.owns(id))
      journal.withLock(id, async () => await takeOver({ journal, database, id }, onFound));
  }
}

async function isOwnedElsewhere(journal: JournalAccess): Promise<boolean> {
  const database = await journal.open();
  const [rows, { held }] = await Promise.all([
    rowsOf<BatchRow>(database, 'batches'),
    navigator.locks.query(),
  ]);
  const names = new Set(held?.map(({ name }) => name));
  return rows.some(({ id }) => names.has(lockNameOf(id)) && !journal.owns(id));
}

async function uploadsIn(database: IDBDatabase): Promise<IsKnownUpload> {
  return knownUploadsIn(await rowsOf<ReservationRow>(database, 'questions'));
}

/** Uploads whose response was lost are recognized by their requests. */
export function knownUploadsIn(reservations: readonly JournalReservation[]): IsKnownUpload {
  const ids = new Set(reservations.flatMap(({ uploadIds }) => uploadIds ?? []));
  const unanswered = reservations.filter(({ uploadIds }) => uploadIds === undefined);
  const requested = new Set(unanswered.flatMap(({ requests }) => requests.map(identityOf)));
  return (upload) => ids.has(upload.id) || requested.has(identityOf(upload));
}

function identityOf({
  parentId,
  name,
  sizeBytes,
}: Pick<UploadRequest, 'parentId' | 'name' | 'sizeBytes'>): string {
  return `${parentId} ${sizeBytes} ${name.normalize('NFC')}`;
}

interface Takeover {
  readonly journal: JournalAccess;
  readonly database: IDBDatabase;
  readonly id: string;
}

async function takeOver({ journal, database, id }: Takeover, onFound: (batch: JournalBatch) => void) {
  const marks = await marksOf(database, id);
  const batch = await read(database, id, marks);
  // Either the other tab has finished the batch, or all remaining entries were refused.
  if (batch === undefined || batch.entries.size === 0) {
    journal.delete(id);
    return;
  }
  journal.takeOwnership(batch, marks);
  onFound(batch);
  await journal.untilFinished(id);
}

async function read(database: IDBDatabase, id: string, marks: Marks): Promise<JournalBatch | undefined> {
  const row = (await rowsOf<BatchRow>(database, 'batches')).find((batch) => batch.id === id);
  if (row === undefined) return undefined;
  const [pages, reservations] = await Promise.all([
    rowsOf<readonly JournalEntry[]>(database, 'pages', id),
    rowsOf<ReservationRow>(database, 'questions', id),
  ]);
  const { fullSpace = {}, ...known } = row;
  const entries = new Map<number, JournalEntry>();
  const full = new Map<number, FullSpace>();
  for (const [number, entry] of pages.flat().entries()) {
    const mark = markOf(marks, number);
    if (mark === MARK.open || mark === MARK.full) entries.set(number, entry);
    if (mark === MARK.full) full.set(number, fullSpace);
  }
  return { renamings: [], ...known, entries, full, reservations };
}

async function marksOf(database: IDBDatabase, batchId: string): Promise<Marks> {
  const objects = database.transaction('marks').objectStore('marks');
  const [keys, values] = await Promise.all([
    resultOf<[string, number][]>(objects.getAllKeys(keysOfBatch(batchId))),
    resultOf<Uint8Array[]>(objects.getAll(keysOfBatch(batchId))),
  ]);
  return new Map(keys.map(([, page], at) => [page, values[at] ?? new Uint8Array(ENTRIES_PER_PAGE)]));
}

async function rowsOf<T>(database: IDBDatabase, store: string, batchId?: string): Promise<readonly T[]> {
  const range = batchId === undefined ? undefined : keysOfBatch(batchId);
  return await resultOf<T[]>(database.transaction(store).objectStore(store).getAll(range));
}

function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database request failed'));
  });
}
