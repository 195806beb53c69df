import { DAY_MS } from '@coffer/kit';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import { readSpaceRetention } from '../../../platform/db/space-retention.ts';
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
 * Background job: permanently deletes chosen items, and items in the trash for longer than their space keeps them; returns
 * their number. Skips spaces on hold, resumes after a crash and may run concurrently.
 */
export async function purgeTrash(services: Needs): Promise<number> {
  const failed: Failures = new Map();
  await beginExpired(services, failed);
  const deleted = await finishAll(services, failed);
  const [first] = failed.values();
  if (failed.size > 0) throw first;
  return deleted;
}

async function finishAll(services: Needs, failed: Failures): Promise<number> {
  let deleted = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const spaces = (await listPurgingSpaces(services.db)).filter((id) => !failed.has(id));
    if (spaces.length === 0) return deleted;
    for (const spaceId of spaces) {
      await tryIn(spaceId, failed, async () => {
        deleted += (await finishPurge(services, { spaceId, stepsMax: STEPS_PER_SPACE })).deleted;
      });
    }
  }
  services.log.warn('purge_unfinished', {});
  return deleted;
}

/** By space. */
type Failures = Map<string, unknown>;

/** A space that fails must not stop the others, so the run fails at its end. */
async function tryIn(spaceId: string, failed: Failures, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failed.set(spaceId, error);
  }
}

async function beginExpired(services: Needs, failed: Failures): Promise<void> {
  const installation = await services.settings.readRetention(services.db);
  const asked = { installation, now: services.clock.now() };
  for (const spaceId of await listSpacesWithTrash(services.db, asked)) {
    await tryIn(spaceId, failed, async () => {
      let begun: readonly string[];
      do begun = await beginSome(services, spaceId);
      while (begun.length > 0);
    });
  }
}

async function beginSome(services: Needs, spaceId: string): Promise<readonly string[]> {
  return await inSpaceTransaction(services.db, spaceId, async (tx) => {
    if ((await lockSpace(tx, spaceId))?.is_on_hold !== false) return [];
    // Somebody may have chosen a longer time since the spaces were listed.
    const { inEffect } = await readSpaceRetention(tx, services, spaceId);
    const trashedUntil = new Date(services.clock.now().getTime() - inEffect.trashDays * DAY_MS);
    // Not by the person who put it into the trash.
    const purge = { spaceId, of: { trashedUntil, limit: BATCH }, actorId: null };
    return await beginPurgeOf(tx, services, purge);
  });
}
