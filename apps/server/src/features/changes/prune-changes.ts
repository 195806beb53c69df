import { SERVER_LIMITS } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { pruneOldest } from './store/changes.ts';

/** Deletes old changes, by the clock of the database, which also dates them. */
export async function pruneChanges(
  { db }: Pick<Services, 'db'>,
  keptMs: number = SERVER_LIMITS.changesKeptMs,
): Promise<void> {
  while (!(await pruneOldest(db, keptMs)));
}
