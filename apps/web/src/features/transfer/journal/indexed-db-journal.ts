import type { ConflictRule } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type {
  FullSpace,
  UploadJournal,
  JournalBatch,
  JournalEntry,
  JournalReservation,
  JournalReader,
  Marks,
  JournalAccess,
} from './upload-journal.ts';
import { JOURNAL_DATABASE } from './journal-database.ts';
import {
  keysOfBatch,
  type BatchRow,
  ENTRIES_PER_PAGE,
  lockNameOf,
  MARK,
  type Mark,
  markOf,
} from './journal-rows.ts';
import type { Rename } from '../model/transfer-engine.ts';

const FLUSH_MS = 300;
/** If a batch has this many bytes, the page asks the browser for persistent storage. */
const PERSISTED_FROM_BYTES = 64 * MIB;
const STORES = ['batches', 'pages', 'marks', 'questions'] as const;

/** The state of a batch that this tab owns. */
interface OwnedBatch {
  remaining: number;
  readonly marks: Marks;
  readonly dirty: Set<number>;
  fullSpace: FullSpace | undefined;
  /** Entry numbers of unfinished reservations, by reservation key. */
  readonly reservations: Map<string, readonly number[]>;
  release: () => void;
}

/**
 * Creates a journal in IndexedDB. Entries are written once, in pages, so that 100,000 files cost a few hundred small
 * writes; a Web Lock for each batch marks the tab that owns it.
 */
export function createIndexedDbJournal(personId: string, name: string = JOURNAL_DATABASE): UploadJournal {
  return new IndexedDbJournal(personId, name);
}

class IndexedDbJournal implements UploadJournal, JournalAccess {
  readonly personId: string;
  readonly #name: string;
  readonly #owned = new Map<string, OwnedBatch>();
  readonly #closed = new AbortController();
  #database: Promise<IDBDatabase> | undefined;
  /** Chain of sequential writes. The first failure stops storing, but not the upload. */
  #writes: Promise<void> = Promise.resolve();
  #isBroken = false;
  #flushing: ReturnType<typeof setTimeout> | undefined;

  constructor(personId: string, name: string) {
    this.personId = personId;
    this.#name = name;
  }

  addBatch({ id, targetId, roots, entries, decision }: Parameters<UploadJournal['addBatch']>[0]): void {
    this.#own(id, entries.size);
    this.withLock(id, () => this.untilFinished(id));
    const row: BatchRow = { id, targetId, roots, decision, personId: this.personId };
    const all = [...entries.values()];
    const pages = pagesOf(all);
    const bytes = all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    // Some browsers lack `navigator.storage`, although its type says otherwise.
    if (bytes >= PERSISTED_FROM_BYTES && 'storage' in navigator)
      void Promise.allSettled([navigator.storage.persist()]);
    this.#write((stores) => {
      stores('batches').put(row, id);
      for (const [page, rows] of pages.entries()) stores('pages').put(rows, [id, page]);
    });
  }

  async recordRequest(batchId: string, reservation: JournalReservation): Promise<void> {
    const batch = this.#owned.get(batchId);
    if (batch === undefined) return;
    // A repeated request replaces the earlier one, whose answer the next page must not use.
    for (const [key, numbers] of batch.reservations) {
      if (!numbers.every((number) => reservation.numbers.includes(number))) continue;
      batch.reservations.delete(key);
      this.#write((stores) => stores('questions').delete([batchId, key]));
    }
    batch.reservations.set(reservation.key, reservation.numbers);
    this.recordAnswer(batchId, reservation);
    await this.#writes;
  }

  recordAnswer(batchId: string, reservation: JournalReservation): void {
    if (!this.#owned.has(batchId)) return;
    this.#write((stores) => stores('questions').put({ ...reservation, batchId }, [batchId, reservation.key]));
  }

  markFinished(batchId: string, number: number): void {
    const batch = this.#mark(batchId, number, MARK.finished);
    if (batch === undefined) return;
    batch.remaining -= 1;
    if (batch.remaining === 0) this.#forget(batchId, batch);
    else this.#flushWithin(FLUSH_MS);
  }

  markRefused(batchId: string, number: number, isRefused: boolean): void {
    const batch = this.#mark(batchId, number, isRefused ? MARK.refused : MARK.open);
    // A renewed attempt is written at once, so that the next page knows of it.
    if (batch !== undefined) this.#flushWithin(isRefused ? FLUSH_MS : 0);
  }

  markFull(batchId: string, number: number, space: FullSpace | undefined): void {
    const batch = this.#mark(batchId, number, space === undefined ? MARK.open : MARK.full);
    if (batch === undefined) return;
    // Written at once, because the person may reload to try again.
    this.#flushWithin(0);
    // All files of a batch go to the same space, so one record is enough.
    if (space === undefined || batch.fullSpace !== undefined) return;
    batch.fullSpace = space;
    this.#change(batchId, (row) => ({ ...row, fullSpace: space }));
  }

  recordRenames(batchId: string, renamings: readonly Rename[]): void {
    this.#change(batchId, (row) => ({ ...row, renamings: [...(row.renamings ?? []), ...renamings] }));
  }

  recordDecision(batchId: string, decision: ConflictRule): void {
    this.#change(batchId, (row) => ({ ...row, decision }));
  }

  #change(batchId: string, changed: (row: BatchRow) => BatchRow): void {
    this.#write((stores) => {
      const batches = stores('batches');
      const request: IDBRequest<BatchRow | undefined> = batches.get(batchId);
      request.onsuccess = () => {
        const row = request.result;
        if (row !== undefined) batches.put(changed(row), batchId);
      };
    });
  }

  reader(create: (access: JournalAccess) => JournalReader): JournalReader {
    return create(this);
  }

  close(): void {
    this.#isBroken = true;
    clearTimeout(this.#flushing);
    this.#closed.abort(new DOMException('closed', 'AbortError'));
    for (const { release } of this.#owned.values()) release();
    this.#owned.clear();
    void this.#database?.then((database) => database.close());
  }

  owns(batchId: string): boolean {
    return this.#owned.has(batchId);
  }

  takeOwnership({ id, entries, reservations }: JournalBatch, marks: Marks): void {
    const batch = this.#own(id, entries.size, marks);
    for (const { key, numbers } of reservations) batch.reservations.set(key, numbers);
  }

  withLock(batchId: string, work: () => Promise<void>): void {
    void navigator.locks
      .request(lockNameOf(batchId), { signal: this.#closed.signal }, work)
      .catch(ignoreAbort);
  }

  untilFinished(batchId: string): Promise<void> {
    return new Promise((resolve) => {
      const batch = this.#owned.get(batchId);
      if (batch === undefined) resolve();
      else batch.release = resolve;
    });
  }

  delete(batchId: string): void {
    this.#write((stores) => {
      stores('batches').delete(batchId);
      for (const store of ['pages', 'marks', 'questions'] as const)
        stores(store).delete(keysOfBatch(batchId));
    });
  }

  #own(id: string, remaining: number, marks: Marks = new Map()): OwnedBatch {
    const batch: OwnedBatch = {
      remaining,
      marks,
      dirty: new Set(),
      fullSpace: undefined,
      reservations: new Map(),
      release: () => undefined,
    };
    this.#owned.set(id, batch);
    return batch;
  }

  /** Sets the mark of an entry. Returns undefined if nothing changes. */
  #mark(batchId: string, number: number, mark: Mark): OwnedBatch | undefined {
    const batch = this.#owned.get(batchId);
    if (batch === undefined || markOf(batch.marks, number) === mark) return undefined;
    const page = Math.floor(number / ENTRIES_PER_PAGE);
    const marks = batch.marks.get(page) ?? new Uint8Array(ENTRIES_PER_PAGE);
    marks[number % ENTRIES_PER_PAGE] = mark;
    batch.marks.set(page, marks);
    batch.dirty.add(page);
    return batch;
  }

  #flushWithin(ms: number): void {
    if (ms > 0 && this.#flushing !== undefined) return;
    clearTimeout(this.#flushing);
    this.#flushing = setTimeout(() => this.#flush(), ms);
  }

  #flush(): void {
    this.#flushing = undefined;
    for (const [id, { marks, dirty, reservations }] of this.#owned) {
      const resolvedKeys = [...reservations]
        .filter(([, numbers]) => numbers.every((number) => markOf(marks, number) === MARK.finished))
        .map(([key]) => key);
      for (const key of resolvedKeys) reservations.delete(key);
      const changed = [...dirty].map((page) => [page, marks.get(page)?.slice()] as const);
      dirty.clear();
      this.#write((stores) => {
        for (const [page, bytes] of changed) stores('marks').put(bytes, [id, page]);
        for (const key of resolvedKeys) stores('questions').delete([id, key]);
      });
    }
  }

  #forget(id: string, { release }: OwnedBatch): void {
    this.#owned.delete(id);
    this.delete(id);
    void this.#writes.then(release);
  }

  #write(work: (stores: (name: (typeof STORES)[number]) => IDBObjectStore) => void): void {
    const write = async (): Promise<void> => {
      if (this.#isBroken) return;
      const transaction = (await this.open()).transaction(STORES, 'readwrite', { durability: 'relaxed' });
      work((name) => transaction.objectStore(name));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
      });
    };
    this.#writes = this.#writes.then(write).catch(() => {
      this.#isBroken = true;
    });
  }

  open(): Promise<IDBDatabase> {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store);
      };
      request.onerror = () => reject(request.error ?? new Error('the database could not be opened'));
      request.onsuccess = () => {
        // When another tab signs out and deletes the database, an open connection would block that.
        request.result.onversionchange = () => this.close();
        resolve(request.result);
      };
    });
    return this.#database;
  }
}

function pagesOf(entries: readonly JournalEntry[]): readonly (readonly JournalEntry[])[] {
  const count = Math.ceil(entries.length / ENTRIES_PER_PAGE);
  return Array.from({ length: count }, (_, page) =>
    entries.slice(page * ENTRIES_PER_PAGE, (page + 1) * ENTRIES_PER_PAGE),
  );
}

function ignoreAbort(reason: unknown): void {
  if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
}
