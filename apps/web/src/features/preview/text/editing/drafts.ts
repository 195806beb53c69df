import type { NodeId, VersionId } from '@coffer/contracts';

/** Unsaved text, in this browser only. Deleted at sign-out with every database. */
export interface Draft {
  readonly text: string;
  /** What the text was when editing began. */
  readonly baseText: string;
  readonly baseVersion: VersionId;
  readonly savedAt: Date;
}

export interface DraftKey {
  readonly personId: string;
  readonly nodeId: NodeId;
}

const DATABASE = 'coffer-drafts';
const STORE = 'drafts';

/** Blocked or full storage behaves like an empty one. */
export async function readDraft({ personId, nodeId }: DraftKey): Promise<Draft | undefined> {
  const [found] = await Promise.allSettled([
    inStore<Draft | undefined>('readonly', (store) => store.get([personId, nodeId])),
  ]);
  return found.status === 'fulfilled' ? found.value : undefined;
}

/** False when the browser could not keep it. */
export async function writeDraft({ personId, nodeId }: DraftKey, draft: Draft): Promise<boolean> {
  const [written] = await Promise.allSettled([
    inStore('readwrite', (store) => store.put(draft, [personId, nodeId])),
  ]);
  return written.status === 'fulfilled';
}

export async function deleteDraft({ personId, nodeId }: DraftKey): Promise<void> {
  await Promise.allSettled([inStore('readwrite', (store) => store.delete([personId, nodeId]))]);
}

/** Closed at once, because an open connection would block the deletion at sign-out. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
    request.onsuccess = () => resolve(request.result);
  });
}
