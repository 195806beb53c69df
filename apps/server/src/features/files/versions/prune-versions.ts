import { DAY_MS, HOUR_MS } from '@coffer/kit';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { purgeBlobs } from '../../ledger/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import { deleteOldVersions, type FileKey, type Kept, listOverfullFiles } from '../store/old-versions.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'settings'>;

const FILES_AT_ONCE = 1_000;
const VERSIONS_AT_ONCE = 100;

/**
 * Background job: deletes versions that are neither among the newest of their file nor recent, by the settings; returns
 * their number. Keeps no state, so it may be killed and may run concurrently.
 */
export async function pruneVersions(services: Needs): Promise<number> {
  const { clock, db, log, settings } = services;
  const { versionsKept, versionDays } = await settings.readRetention(db);
  const kept = {
    count: versionsKept,
    since: new Date(clock.now().getTime() - versionDays * DAY_MS),
  };
  let deleted = 0;
  let after: FileKey | undefined;
  let failed: { readonly error: unknown } | undefined;
  for (;;) {
    const files = await listOverfullFiles(db, { kept, after, limit: FILES_AT_ONCE });
    for (const file of files) {
      try {
        deleted += await pruneFile(services, file, kept);
      } catch (error) {
        // It must not stop the others, so the run fails at its end.
        failed ??= { error };
      }
    }
    after = files.at(-1);
    if (files.length < FILES_AT_ONCE) break;
  }
  if (deleted > 0) log.info('versions_pruned', { deleted });
  if (failed !== undefined) throw failed.error;
  return deleted;
}

async function pruneFile(services: Needs, file: FileKey, kept: Kept): Promise<number> {
  const { clock, db, settings } = services;
  const { spaceId } = file;
  const { purgedHours } = await settings.read(db);
  let deleted = 0;
  for (;;) {
    const step = await inSpaceTransaction(db, spaceId, async (tx) => {
      if ((await lockSpace(tx, spaceId))?.is_on_hold !== false) return 0;
      const pruned = await deleteOldVersions(tx, { ...file, kept, limit: VERSIONS_AT_ONCE });
      const { blobIds } = pruned;
      await purgeBlobs(tx, { spaceId, blobIds, now: clock.now(), keptMs: purgedHours * HOUR_MS });
      return pruned.deleted;
    });
    deleted += step;
    if (step < VERSIONS_AT_ONCE) return deleted;
  }
}
