import type { UploadId } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type { Keep, KeptBatch, KeptEntry, KeptQuestion } from './keep.ts';
import { KEEP_DATABASE } from './keep-name.ts';

const PAGE = 500;
const FLUSH_MS = 300;
/** From here on it is worth asking the browser not to clear away what it keeps. */
const PERSISTED_FROM_BYTES = 64 * MIB;
const STORES = ['batches', 'pages', 'marks', 'questions'] as const;

interface BatchRow extends Pick<KeptBatch, 'id' | 'targetId' | 'roots'> {
  readonly personId: string;
}
interface QuestionRow extends KeptQuestion {
  readonly batchId: string;
}
/** What this tab knows of a batch that it drives. */
interface Driven {
  left: number;
  readonly marks: Map<number, Uint8Array>;
  readonly dirty: Set<number>;
  /** Which of the numbers of a question have not ended. */
  readonly questions: Map<string, Set<number>>;
  readonly keyOf: Map<number, string>;
  letGo: () => void;
}

/**
 * In IndexedDB: entries in pages that are written once, ends as marks beside them, so that a hundred thousand files cost some
 * hundred small writes. A Web Lock for each batch says which tab drives it; it falls with the tab, however that ends.
 */
export function createIdbKeep(personId: string): Keep {
  return new IdbKeep(personId);
}

class IdbKeep implements Keep {
  readonly #personId: string;
  readonly #driven = new Map<string, Driven>();
  readonly #stop = new AbortController();
  #database: Promise<IDBDatabase> | undefined;
  /** Writes in their order. The first that fails ends the keeping, not the upload. */
  #writes: Promise<void> = Promise.resolve();
  #isBroken = false;
  #flushing: ReturnType<typeof setTimeout> | undefined;

  constructor(personId: string) {
    this.#personId = personId;
  }

  begin({ id, targetId, roots, entries }: Omit<KeptBatch, 'questions'>): void {
    this.#drive(id, entries.size);
    void navigator.locks
      .request(lockOf(id), { signal: this.#stop.signal }, () => this.#held(id))
      .catch(ignoreAbort);
    const row: BatchRow = { id, targetId, roots, personId: this.#personId };
    const all = [...entries.values()];
    const pages = pagesOf(all);
    const bytes = all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes >= PERSISTED_FROM_BYTES) void Promise.allSettled([navigator.storage.persist()]);
    this.#write((stores) => {
      stores('batches').put(row, id);
      for (const [page, rows] of pages.entries()) stores('pages').put(rows, [id, page]);
    });
  }

  async asking(batchId: string, question: KeptQuestion): Promise<void> {
    const batch = this.#driven.get(batchId);
    if (batch === undefined) return;
    batch.questions.set(question.key, new Set(question.numbers));
    for (const number of question.numbers) batch.keyOf.set(number, question.key);
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
    const key = batch.keyOf.get(number);
    if (key !== undefined) batch.questions.get(key)?.delete(number);
    if (batch.left === 0) this.#forget(batchId, batch);
    else this.#flushing ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  restore(onFound: (batch: KeptBatch) => void): void {
    const find = async (): Promise<void> => {
      for (const { id, personId } of await this.#all<BatchRow>('batches')) {
        if (personId !== this.#personId) this.#delete(id);
        else if (!this.#driven.has(id)) this.#takeOver(id, onFound);
      }
    };
    find().catch(() => {
      this.#isBroken = true;
    });
  }

  async knownUploads(): Promise<ReadonlySet<UploadId>> {
    const [rows] = await Promise.allSettled([this.#all<QuestionRow>('questions')]);
    const known = rows.status === 'fulfilled' ? rows.value : [];
    return new Set(known.flatMap(({ uploadIds }) => uploadIds ?? []).filter((id) => id !== null));
  }

  close(): void {
    this.#isBroken = true;
    clearTimeout(this.#flushing);
    this.#stop.abort(new DOMException('closed', 'AbortError'));
    for (const { letGo } of this.#driven.values()) letGo();
    this.#driven.clear();
    void this.#database?.then((database) => database.close());
  }

  /** Waits for the lock of a batch: at once where nobody has it, else until the tab that has it is gone. */
  #takeOver(id: string, onFound: (batch: KeptBatch) => void): void {
    const take = async (): Promise<void> => {
      const marks = await this.#marksOf(id);
      const batch = await this.#read(id, marks);
      // Whoever had it has come to its end.
      if (batch === undefined || batch.entries.size === 0) {
        this.#delete(id);
        return;
      }
      const driven = this.#drive(id, batch.entries.size, marks);
      for (const { key, numbers } of batch.questions) {
        driven.questions.set(key, new Set(numbers.filter((number) => batch.entries.has(number))));
        for (const number of numbers) driven.keyOf.set(number, key);
      }
      onFound(batch);
      await this.#held(id);
    };
    void navigator.locks.request(lockOf(id), { signal: this.#stop.signal }, take).catch(ignoreAbort);
  }

  async #read(id: string, marks: Driven['marks']): Promise<KeptBatch | undefined> {
    const row = (await this.#all<BatchRow>('batches')).find((batch) => batch.id === id);
    if (row === undefined) return undefined;
    const [pages, questions] = await Promise.all([
      this.#all<readonly KeptEntry[]>('pages', id),
      this.#all<QuestionRow>('questions', id),
    ]);
    const isOver = (number: number): boolean => marks.get(Math.floor(number / PAGE))?.[number % PAGE] === 1;
    const entries = new Map(
      pages.flat().flatMap((entry, number) => (isOver(number) ? [] : [[number, entry]])),
    );
    return { ...row, entries, questions };
  }

  #drive(id: string, left: number, marks: Driven['marks'] = new Map()): Driven {
    const driven: Driven = {
      left,
      marks,
      dirty: new Set(),
      questions: new Map(),
      keyOf: new Map(),
      letGo: () => undefined,
    };
    this.#driven.set(id, driven);
    return driven;
  }

  /** Settles when the batch is over. */
  #held(id: string): Promise<void> {
    return new Promise((resolve) => {
      const driven = this.#driven.get(id);
      if (driven === undefined) resolve();
      else driven.letGo = resolve;
    });
  }

  #flush(): void {
    this.#flushing = undefined;
    for (const [id, { marks, dirty, questions }] of this.#driven) {
      const over = [...questions].filter(([, open]) => open.size === 0).map(([key]) => key);
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
    this.#delete(id);
    void this.#writes.then(letGo);
  }

  #delete(id: string): void {
    this.#write((stores) => {
      stores('batches').delete(id);
      for (const store of ['pages', 'marks', 'questions'] as const) stores(store).delete(allOf(id));
    });
  }

  #write(work: (stores: (name: (typeof STORES)[number]) => IDBObjectStore) => void): void {
    const write = async (): Promise<void> => {
      if (this.#isBroken) return;
      const transaction = (await this.#open()).transaction(STORES, 'readwrite', { durability: 'relaxed' });
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

  async #all<T>(store: (typeof STORES)[number], batchId?: string): Promise<readonly T[]> {
    const database = await this.#open();
    const range = batchId === undefined ? undefined : allOf(batchId);
    return await answerOf<T[]>(database.transaction(store).objectStore(store).getAll(range));
  }

  async #marksOf(batchId: string): Promise<Driven['marks']> {
    const objects = (await this.#open()).transaction('marks').objectStore('marks');
    const [keys, values] = await Promise.all([
      answerOf<[string, number][]>(objects.getAllKeys(allOf(batchId))),
      answerOf<Uint8Array[]>(objects.getAll(allOf(batchId))),
    ]);
    return new Map(keys.map(([, page], at) => [page, values[at] ?? new Uint8Array(PAGE)]));
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(KEEP_DATABASE, 1);
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store);
      };
      request.onerror = () => reject(request.error ?? new Error('the database could not be opened'));
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

function allOf(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId], [batchId, []]);
}

function lockOf(batchId: string): string {
  return `coffer-transfer/${batchId}`;
}

function answerOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'));
  });
}

function ignoreAbort(reason: unknown): void {
  if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
}
