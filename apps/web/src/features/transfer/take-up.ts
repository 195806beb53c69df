import { uploadCalls } from '../../api/uploads.ts';
import { openTransfers, startedTransfers } from './door.ts';
import { KEEP_DATABASE } from './keep-name.ts';

/** Goes on with what was begun before the person came (back), here or on another device. Fetches the engine only where there is something. */
export async function takeUpTransfers(personId: string, signal: AbortSignal): Promise<void> {
  // What waits in this page for the person to come back goes on.
  if (startedTransfers() !== undefined) await openTransfers(personId);
  const isNeeded = (await isKept()) || (await isOpenElsewhere(signal));
  if (!isNeeded || signal.aborted) return;
  const { transfers } = await openTransfers(personId);
  await transfers.takeUp();
}

/** A browser that lets nothing be kept has nothing. */
async function isKept(): Promise<boolean> {
  const [databases] = await Promise.allSettled([indexedDB.databases()]);
  if (databases.status === 'rejected') return false;
  if (!databases.value.some(({ name }) => name === KEEP_DATABASE)) return false;
  return await new Promise((resolve) => {
    const opening = indexedDB.open(KEEP_DATABASE);
    // Deleted since it was listed: an empty one in its place could never be filled.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('batches').objectStore('batches').count();
      counting.onsuccess = () => resolve(counting.result > 0);
      counting.onerror = () => resolve(false);
      database.close();
    };
  });
}

async function isOpenElsewhere(signal: AbortSignal): Promise<boolean> {
  const listed = await uploadCalls.listUploads(signal);
  return listed.ok && listed.value.uploads.length > 0;
}
