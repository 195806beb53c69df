import type { CreateUpload } from './create-upload.ts';
import type { IsKnown, KeptBatch, KeptEntry, KeptQuestion, KeptReader, Marks, Restoring } from './keep.ts';
import { allOf, type BatchRow, isMarked, PAGE, type QuestionRow } from './keep-rows.ts';

/** What is left of earlier pages. What cannot be read is not taken up; whoever writes finds out by itself. */
export function readerOf(keep: Restoring): KeptReader {
  return {
    restore: (onFound) => void Promise.allSettled([restoreBatches(keep, onFound)]),
    knownUploads: async () => {
      const [known] = await Promise.allSettled([keep.open().then(uploadsIn)]);
      return known.status === 'fulfilled' ? known.value : () => false;
    },
  };
}

/** Hands over every batch of the person that no other tab drives, or drives no longer. Those of others are deleted. */
async function restoreBatches(keep: Restoring, onFound: (batch: KeptBatch) => void): Promise<void> {
  const database = await keep.open();
  for (const { id, personId } of await rowsOf<BatchRow>(database, 'batches')) {
    if (personId !== keep.personId) keep.delete(id);
    else if (!keep.drives(id)) keep.withLock(id, async () => await takeOver({ keep, database, id }, onFound));
  }
}

async function uploadsIn(database: IDBDatabase): Promise<IsKnown> {
  return knownBy(await rowsOf<QuestionRow>(database, 'questions'));
}

/** Where a page has ended before the answer came, what it has begun is known by what it asked for. */
export function knownBy(questions: readonly KeptQuestion[]): IsKnown {
  const ids = new Set(questions.flatMap(({ uploadIds }) => uploadIds ?? []));
  const unanswered = questions.filter(({ uploadIds }) => uploadIds === undefined);
  const asked = new Set(unanswered.flatMap(({ requests }) => requests.map(placeOf)));
  return (upload) => ids.has(upload.id) || asked.has(placeOf(upload));
}

function placeOf({
  parentId,
  name,
  sizeBytes,
}: Pick<CreateUpload, 'parentId' | 'name' | 'sizeBytes'>): string {
  return `${parentId} ${sizeBytes} ${name.normalize('NFC')}`;
}

interface TakingOver {
  readonly keep: Restoring;
  readonly database: IDBDatabase;
  readonly id: string;
}

async function takeOver({ keep, database, id }: TakingOver, onFound: (batch: KeptBatch) => void) {
  const marks = await marksOf(database, id);
  const batch = await read(database, id, marks);
  // Whoever had it has come to its end.
  if (batch === undefined || batch.entries.size === 0) {
    keep.delete(id);
    return;
  }
  keep.drive(batch, marks);
  onFound(batch);
  await keep.held(id);
}

async function read(database: IDBDatabase, id: string, marks: Marks): Promise<KeptBatch | undefined> {
  const row = (await rowsOf<BatchRow>(database, 'batches')).find((batch) => batch.id === id);
  if (row === undefined) return undefined;
  const [pages, questions] = await Promise.all([
    rowsOf<readonly KeptEntry[]>(database, 'pages', id),
    rowsOf<QuestionRow>(database, 'questions', id),
  ]);
  const entries = new Map(
    pages.flat().flatMap((entry, number) => (isMarked(marks, number) ? [] : [[number, entry]])),
  );
  return { renamings: [], ...row, entries, questions };
}

async function marksOf(database: IDBDatabase, batchId: string): Promise<Marks> {
  const objects = database.transaction('marks').objectStore('marks');
  const [keys, values] = await Promise.all([
    answerOf<[string, number][]>(objects.getAllKeys(allOf(batchId))),
    answerOf<Uint8Array[]>(objects.getAll(allOf(batchId))),
  ]);
  return new Map(keys.map(([, page], at) => [page, values[at] ?? new Uint8Array(PAGE)]));
}

async function rowsOf<T>(database: IDBDatabase, store: string, batchId?: string): Promise<readonly T[]> {
  const range = batchId === undefined ? undefined : allOf(batchId);
  return await answerOf<T[]>(database.transaction(store).objectStore(store).getAll(range));
}

function answerOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'));
  });
}
