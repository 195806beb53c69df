import { SECOND_MS } from '@coffer/kit';
import { isDatabaseUnavailable } from '../../platform/db/unavailable.ts';
import type { Services } from '../../services.ts';
import { findJournal } from './store/journal.ts';
import { findOldestMark } from './store/pending.ts';

interface JournalFacts {
  /** Null if this database has no journal yet. */
  readonly behindMs: number | null;
  readonly snapshotAt: Date | null;
}

/** How far the journal in the bucket lags. */
export async function journalFacts({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<JournalFacts> {
  const [state, oldest] = await Promise.all([findJournal(db), findOldestMark(db)]);
  if (state === undefined) return { behindMs: null, snapshotAt: null };
  const behindMs = oldest === undefined ? 0 : Math.max(0, clock.now().getTime() - oldest.getTime());
  return { behindMs, snapshotAt: state.snapshotAt };
}

/** The lag for metrics, which must be readable while the database is unavailable. Then it is NaN. */
export async function journalLagSeconds(services: Pick<Services, 'clock' | 'db'>): Promise<number> {
  try {
    return ((await journalFacts(services)).behindMs ?? 0) / SECOND_MS;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return Number.NaN;
    throw error;
  }
}
