import { uploadCalls } from '../../../api/uploads.ts';
import { loadEngine, startedTransfers } from './lazy-engine.ts';
import { setRestored } from './restored.ts';
import { JOURNAL_DATABASE } from '../journal/journal-database.ts';

/** Resumes uploads of earlier pages and other devices. Loads the engine only if there are any. */
export async function restoreTransfers(personId: string, signal: AbortSignal): Promise<void> {
  const [restored] = await Promise.allSettled([restore(personId, signal)]);
  if (!signal.aborted) setRestored(true);
  if (restored.status === 'rejected') throw restored.reason;
}

async function restore(personId: string, signal: AbortSignal): Promise<void> {
  if (startedTransfers() !== undefined) await loadEngine(personId);
  const isNeeded = (await hasJournal()) || (await hasOpenUploads(signal));
  if (!isNeeded || signal.aborted) return;
  const { transfers } = await loadEngine(personId);
  await transfers.restore();
}

async function hasJournal(): Promise<boolean> {
  const [batches] = await Promise.allSettled([countBatches()]);
  return batches.status === 'fulfilled' && batches.value > 0;
}

function countBatches(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(JOURNAL_DATABASE);
    // Aborts the creation of the database: one without stores could never be used.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = reject;
    opening.onsuccess = () => {
      const { result } = opening;
      if (result.objectStoreNames.length > 0) {
        const counting = result.transaction('batches').objectStore('batches').count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = reject;
      } else {
        // Removes an empty database that an earlier version created.
        indexedDB.deleteDatabase(JOURNAL_DATABASE);
        resolve(0);
      }
      result.close();
    };
  });
}

async function hasOpenUploads(signal: AbortSignal): Promise<boolean> {
  const listed = await uploadCalls.listUploads(signal);
  return listed.ok && listed.value.uploads.length > 0;
}
