import type { Services } from '../../services.ts';
import { findJournal } from './store/journal.ts';
import { findOldestMark } from './store/pending.ts';

interface JournalFacts {
  /** Null before the first segment of this database. */
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
