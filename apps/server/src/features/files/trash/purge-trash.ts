import { DAY_MS } from '@coffer/kit';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { lockSpace } from '../../spaces/index.ts';
import { listPurgingSpaces, listSpacesWithTrash } from '../store/purge.ts';
import { beginPurgeOf } from './begin-purge.ts';
import { finishPurge } from './finish-purge.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'log' | 'settings'>;

const BATCH = 100;
/** Limits the steps for one space, so that a large space does not delay others. */
const STEPS_PER_SPACE = 100;
/** The maximum number of rounds in one run. The next run continues. */
const ROUNDS_MAX = 1_000;

/**
 * Background job: permanently deletes chosen items, and items in the trash for longer than the setting allows; returns
 * their number. Skips spaces on hold, resumes after a crash and may run concurrently.
 */
export async function purgeTrash(services: Needs): Promise<number> {
  await beginExpired(services);
  let deleted = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const spaces = await listPurgingSpaces(services.db);
    if (spaces.length === 0) return deleted;
    for (const spaceId of spaces) {
      deleted += (await finishPurge(services, { spaceId, stepsMax: STEPS_PER_SPACE })).deleted;
    }
  }
  services.log.warn('purge_unfinished', {});
  return deleted;
}

async function beginExpired(services: Needs): Promise<void> {
  const { trashDays } = await services.settings.readRetention(services.db);
  const trashedUntil = new Date(services.clock.now().getTime() - trashDays * DAY_MS);
  for (const spaceId of await listSpacesWithTrash(services.db, trashedUntil)) {
    let begun: readonly string[];
    do {
      begun = await inSpaceTransaction(services.db, spaceId, async (tx) => {
        if ((await lockSpace(tx, spaceId))?.is_on_hold !== false) return [];
        return await beginPurgeOf(tx, services, {
          spaceId,
          of: { trashedUntil, limit: BATCH },
          actorOf: (row) => row.trashed_by ?? row.created_by,
        });
      });
    } while (begun.length > 0);
  }
}
