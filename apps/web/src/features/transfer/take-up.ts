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
  const [kept] = await Promise.allSettled([countKept()]);
  return kept.status === 'fulfilled' && kept.value > 0;
}

function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(KEEP_DATABASE);
    // There is none: an empty one in its place could never be filled.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = reject;
    opening.onsuccess = () => {
      const { result } = opening;
      if (result.objectStoreNames.length > 0) {
        const counting = result.transaction('batches').objectStore('batches').count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = reject;
      } else {
        // Such an empty one, of an earlier fault.
        indexedDB.deleteDatabase(KEEP_DATABASE);
        resolve(0);
      }
      result.close();
    };
  });
}

async function isOpenElsewhere(signal: AbortSignal): Promise<boolean> {
  const listed = await uploadCalls.listUploads(signal);
  return listed.ok && listed.value.uploads.length > 0;
}
