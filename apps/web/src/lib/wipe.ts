export type Forget = () => void | Promise<void>;

const held = new Set<Forget>();

export function onWipe(forget: Forget): () => void {
  held.add(forget);
  return () => held.delete(forget);
}

/** Removes all personal data from this browser; appearance preferences stay. */
export async function wipe(): Promise<void> {
  const forgets = [...held].map(async (forget) => {
    await forget();
  });
  await Promise.allSettled(forgets);
  await Promise.allSettled([clearSessionStorage(), deleteDatabases(), deleteCaches()]);
}

async function clearSessionStorage(): Promise<void> {
  await Promise.resolve();
  sessionStorage.clear();
}

async function deleteDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  await Promise.all(databases.flatMap(({ name }) => (name === undefined ? [] : [deleteDatabase(name)])));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('the database could not be deleted'));
    // Another tab has the database open: it is deleted when that tab signs out too.
    request.onblocked = () => resolve();
  });
}

async function deleteCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
