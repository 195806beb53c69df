import { MIB } from '@coffer/kit';
import type { Keep, KeptBatch, KeptEntry, KeptQuestion, KeptReader, Marks, Restoring } from './keep.ts';
import { KEEP_DATABASE } from './keep-name.ts';
import { allOf, type BatchRow, isMarked, PAGE } from './keep-rows.ts';
import type { Renaming } from './transfer-engine.ts';

const FLUSH_MS = 300;
/** From here on it is worth asking the browser not to clear away what it keeps. */
const PERSISTED_FROM_BYTES = 64 * MIB;
const STORES = ['batches', 'pages', 'marks', 'questions'] as const;

/** What this tab knows of a batch that it drives. */
interface Driven {
  left: number;
  readonly marks: Marks;
  readonly dirty: Set<number>;
  /** Those of which not all have ended, by their keys. */
  readonly questions: Map<string, readonly number[]>;
  letGo: () => void;
}

/**
 * In IndexedDB: entries in pages that are written once, ends as marks beside them, so that a hundred thousand files cost some
 * hundred small writes. A Web Lock for each batch says which tab drives it; it falls with the tab, however that ends.
 */
export function createIdbKeep(personId: string): Keep {
  return new IdbKeep(personId);
}

class IdbKeep implements Keep, Restoring {
  readonly personId: string;
  readonly #driven = new Map<string, Driven>();
  readonly #stop = new AbortController();
  #database: Promise<IDBDatabase> | undefined;
  /** Writes in their order. The first that fails ends the keeping, not the upload. */
  #writes: Promise<void> = Promise.resolve();
  #isBroken = false;
  #flushing: ReturnType<typeof setTimeout> | undefined;

  constructor(personId: string) {
    this.personId = personId;
  }

  begin({ id, targetId, roots, entries }: Parameters<Keep['begin']>[0]): void {
    this.#drive(id, entries.size);
    this.withLock(id, () => this.held(id));
    const row: BatchRow = { id, targetId, roots, personId: this.personId };
    const all = [...entries.values()];
    const pages = pagesOf(all);
    const bytes = all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    // Not every browser can be asked, whatever its types say.
    if (bytes >= PERSISTED_FROM_BYTES && 'storage' in navigator)
      void Promise.allSettled([navigator.storage.persist()]);
    this.#write((stores) => {
      stores('batches').put(row, id);
      for (const [page, rows] of pages.entries()) stores('pages').put(rows, [id, page]);
    });
  }

  async asking(batchId: string, question: KeptQuestion): Promise<void> {
    const batch = this.#driven.get(batchId);
    if (batch === undefined) return;
    // What is asked anew has no earlier answer that counts: the next page must not go on with that one.
    for (const [key, numbers] of batch.questions) {
      if (!numbers.every((number) => question.numbers.includes(number))) continue;
      batch.questions.delete(key);
      this.#write((stores) => stores('questions').delete([batchId, key]));
    }
    batch.questions.set(question.key, question.numbers);
    this.told(batchId, question);
    await this.#writes;
  }

  told(batchId: string, question: KeptQuestion): void {
    if (!this.#driven.has(batchId)) return;
    this.#write((stores) => stores('questions').put({ ...question, batchId }, [batchId, question.key]));
  }

  ended(batchId: string, number: number): void {
    const batch = this.#driven.get(batchId);
    if (batch === undefined) return;
    const page = Math.floor(number / PAGE);
    const marks = batch.marks.get(page) ?? new Uint8Array(PAGE);
    if (marks[number % PAGE] === 1) return;
    marks[number % PAGE] = 1;
    batch.marks.set(page, marks);
    batch.dirty.add(page);
    batch.left -= 1;
    if (batch.left === 0) this.#forget(batchId, batch);
    else this.#flushing ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  renamed(batchId: string, renamings: readonly Renaming[]): void {
    this.#write((stores) => {
      const batches = stores('batches');
      const asking: IDBRequest<BatchRow | undefined> = batches.get(batchId);
      asking.onsuccess = () => {
        const row = asking.result;
        if (row !== undefined)
          batches.put({ ...row, renamings: [...(row.renamings ?? []), ...renamings] }, batchId);
      };
    });
  }

  reader(readerOf: (keep: Restoring) => KeptReader): KeptReader {
    return readerOf(this);
  }

  close(): void {
    this.#isBroken = true;
    clearTimeout(this.#flushing);
    this.#stop.abort(new DOMException('closed', 'AbortError'));
    for (const { letGo } of this.#driven.values()) letGo();
    this.#driven.clear();
    void this.#database?.then((database) => database.close());
  }

  drives(batchId: string): boolean {
    return this.#driven.has(batchId);
  }

  drive({ id, entries, questions }: KeptBatch, marks: Marks): void {
    const driven = this.#drive(id, entries.size, marks);
    for (const { key, numbers } of questions) driven.questions.set(key, numbers);
  }

  withLock(batchId: string, work: () => Promise<void>): void {
    void navigator.locks
      .request(`coffer-transfer/${batchId}`, { signal: this.#stop.signal }, work)
      .catch(ignoreAbort);
  }

  held(batchId: string): Promise<void> {
    return new Promise((resolve) => {
      const driven = this.#driven.get(batchId);
      if (driven === undefined) resolve();
      else driven.letGo = resolve;
    });
  }

  delete(batchId: string): void {
    this.#write((stores) => {
      stores('batches').delete(batchId);
      for (const store of ['pages', 'marks', 'questions'] as const) stores(store).delete(allOf(batchId));
    });
  }

  #drive(id: string, left: number, marks: Marks = new Map()): Driven {
    const driven: Driven = {
      left,
      marks,
      dirty: new Set(),
      questions: new Map(),
      letGo: () => undefined,
    };
    this.#driven.set(id, driven);
    return driven;
  }

  #flush(): void {
    this.#flushing = undefined;
    for (const [id, { marks, dirty, questions }] of this.#driven) {
      const over = [...questions]
        .filter(([, numbers]) => numbers.every((number) => isMarked(marks, number)))
        .map(([key]) => key);
      for (const key of over) questions.delete(key);
      const changed = [...dirty].map((page) => [page, marks.get(page)?.slice()] as const);
      dirty.clear();
      this.#write((stores) => {
        for (const [page, bytes] of changed) stores('marks').put(bytes, [id, page]);
        for (const key of over) stores('questions').delete([id, key]);
      });
    }
  }

  #forget(id: string, { letGo }: Driven): void {
    this.#driven.delete(id);
    this.delete(id);
    void this.#writes.then(letGo);
  }

  #write(work: (stores: (name: (typeof STORES)[number]) => IDBObjectStore) => void): void {
    const write = async (): Promise<void> => {
      if (this.#isBroken) return;
      const transaction = (await this.open()).transaction(STORES, 'readwrite', { durability: 'relaxed' });
      work((name) => transaction.objectStore(name));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
      });
    };
    this.#writes = this.#writes.then(write).catch(() => {
      this.#isBroken = true;
    });
  }

  open(): Promise<IDBDatabase> {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(KEEP_DATABASE, 1);
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store);
      };
      request.onerror = () => reject(request.error ?? new Error('not opened'));
      request.onsuccess = () => {
        // Another tab signs out: what it deletes is not held.
        request.result.onversionchange = () => this.close();
        resolve(request.result);
      };
    });
    return this.#database;
  }
}

function pagesOf(entries: readonly KeptEntry[]): readonly (readonly KeptEntry[])[] {
  const count = Math.ceil(entries.length / PAGE);
  return Array.from({ length: count }, (_, page) => entries.slice(page * PAGE, (page + 1) * PAGE));
}

function ignoreAbort(reason: unknown): void {
  if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
}
