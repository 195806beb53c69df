export interface StoreName {
  /** Sign-out deletes every database, including this one. */
  readonly database: string;
  readonly store: string;
}

/**
 * Runs one request to IndexedDB. The connection is closed at once: an open one would block the deletion at sign-out.
 */
export async function inBrowserStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(name);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name.store, mode);
      const request = work(transaction.objectStore(name.store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    });
  } finally {
    database.close();
  }
}

function open({ database, store }: StoreName): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onerror = () => reject(request.error ?? new Error('the database could not be opened'));
    request.onsuccess = () => resolve(request.result);
  });
}
