import { SERVER_LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { setTimeout as pause } from 'node:timers/promises';
import { failJob, findNextImport, isActivePerson, type JobRow, setRetry } from '../files/index.ts';
import { importPart } from './import-part.ts';
import { SourceUnreachableError } from './model.ts';
import type { ImportNeeds } from './needs.ts';

const LOOK_MS = SECOND_MS;
const TRIES_MAX = 5;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const WAIT_FACTOR = 4;

/**
 * Background job: runs parts of the running imports in turn, some at a time, until none is due. A large object delays
 * only its own import.
 */
export async function runBucketImports(services: ImportNeeds, signal: AbortSignal): Promise<number> {
  const active = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const partSignal = AbortSignal.any([signal, ending.signal]);
  let parts = 0;
  try {
    for (;;) {
      const free = active.size < SERVER_LIMITS.bucketImportsAtOnce && !signal.aborted;
      const due = free
        ? await findNextImport(services.db, { except: [...active.keys()], now: services.clock.now() })
        : undefined;
      if (due !== undefined) {
        parts += 1;
        active.set(
          due.id,
          tryPart(services, due, partSignal).finally(() => active.delete(due.id)),
        );
        continue;
      }
      if (active.size === 0) return parts;
      await Promise.race([...active.values(), pause(LOOK_MS)]);
    }
  } finally {
    // The next round would start these imports a second time.
    ending.abort();
    await Promise.allSettled(active.values());
  }
}

async function tryPart(services: ImportNeeds, job: JobRow, signal: AbortSignal): Promise<void> {
  const { clock, db, log } = services;
  try {
    if (!(await isActivePerson(db, job.actor_id))) {
      await failJob(services, { jobId: job.id, code: 'account_disabled' });
      return;
    }
    await importPart(services, job, signal);
    if (job.tries > 0) await setRetry(db, job.id);
  } catch (error) {
    // The next server goes on.
    if (signal.aborted) return;
    const isSource = error instanceof SourceUnreachableError;
    if (isSource) log.info('bucket_import_waits', { job_id: job.id });
    else log.error('bucket_import_failed', { job_id: job.id }, error);
    const tries = job.tries + 1;
    const at = new Date(clock.now().getTime() + FIRST_WAIT_MS * WAIT_FACTOR ** job.tries);
    if (tries < TRIES_MAX) await setRetry(db, job.id, { tries, at });
    else await failJob(services, { jobId: job.id, code: isSource ? 'source_unreachable' : 'internal' });
  }
}
