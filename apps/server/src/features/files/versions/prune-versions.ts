import { DAY_MS, HOUR_MS } from '@coffer/kit';
import type { Retention } from '../../../platform/db/settings.ts';
import { readSpaceRetention } from '../../../platform/db/space-retention.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { purgeBlobs } from '../../ledger/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import {
  deleteOldVersions,
  type FileKey,
  type Kept,
  listOverfullFiles,
  listSpacesWithOwnRetention,
} from '../store/old-versions.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'settings'>;
type VersionRetention = Pick<Retention, 'versionsKept' | 'versionDays'>;

const FILES_AT_ONCE = 1_000;
const VERSIONS_AT_ONCE = 100;

interface Pruned {
  deleted: number;
  failed: { readonly error: unknown } | undefined;
}

/**
 * Background job: deletes versions that are neither among the newest of their file nor recent, by the retention of their
 * space; returns their number. Keeps no state, so it may be killed and may run concurrently.
 */
export async function pruneVersions(services: Needs): Promise<number> {
  const { clock, db, log, settings } = services;
  const installation = await settings.readRetention(db);
  const pruned: Pruned = { deleted: 0, failed: undefined };
  await pruneIn(services, pruned, { spaceId: undefined, retention: installation });
  for (const space of await listSpacesWithOwnRetention(db, { installation, now: clock.now() })) {
    await pruneIn(services, pruned, { spaceId: space.id, retention: space });
  }
  const { deleted, failed } = pruned;
  if (deleted > 0) log.info('versions_pruned', { deleted });
  if (failed !== undefined) throw failed.error;
  return deleted;
}

async function pruneIn(
  services: Needs,
  pruned: Pruned,
  { spaceId, retention }: { readonly spaceId: string | undefined; readonly retention: VersionRetention },
): Promise<void> {
  const kept = keptAt(services.clock.now(), retention);
  let after: FileKey | undefined;
  for (;;) {
    const files = await listOverfullFiles(services.db, { spaceId, kept, after, limit: FILES_AT_ONCE });
    for (const file of files) {
      try {
        pruned.deleted += await pruneFile(services, file);
      } catch (error) {
        // It must not stop the others, so the run fails at its end.
        pruned.failed ??= { error };
      }
    }
    after = files.at(-1);
    if (files.length < FILES_AT_ONCE) return;
  }
}

async function pruneFile(services: Needs, file: FileKey): Promise<number> {
  const { clock, db, settings } = services;
  const { spaceId } = file;
  const { purgedHours } = await settings.read(db);
  let deleted = 0;
  for (;;) {
    const step = await inSpaceTransaction(db, spaceId, async (tx) => {
      if ((await lockSpace(tx, spaceId))?.is_on_hold !== false) return 0;
      // Somebody may have chosen a longer time since the files were listed.
      const { inEffect } = await readSpaceRetention(tx, services, spaceId);
      const kept = keptAt(clock.now(), inEffect);
      const pruned = await deleteOldVersions(tx, { ...file, kept, limit: VERSIONS_AT_ONCE });
      const { blobIds } = pruned;
      await purgeBlobs(tx, { spaceId, blobIds, now: clock.now(), keptMs: purgedHours * HOUR_MS });
      return pruned.deleted;
    });
    deleted += step;
    if (step < VERSIONS_AT_ONCE) return deleted;
  }
}

function keptAt(now: Date, { versionsKept, versionDays }: VersionRetention): Kept {
  return { count: versionsKept, since: new Date(now.getTime() - versionDays * DAY_MS) };
}
