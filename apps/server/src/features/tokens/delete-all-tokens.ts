import { LIMITS } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { later } from '../session/index.ts';
import { deleteExpiredTokens, deleteTokenRows, filterLiveTokens } from './store/tokens.ts';

/** Returns how many. */
export async function deleteAllTokens(
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<number> {
  const labels = await deleteTokenRows(tx, userId);
  if (labels.length > 0) {
    const subject = { kind: 'person', id: userId } as const;
    recordAudit(tx, { action: 'tokens_deleted', at: now, subject, facts: { count: labels.length } });
  }
  return labels.length;
}

/** One query, however many are asked for. */
export async function listLiveTokens(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await filterLiveTokens(db, { ids, now: clock.now() }));
}

/** Background job. Expired tokens stay listed for a while, so that their owner sees why a script stopped. */
export async function sweepTokens({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  await deleteExpiredTokens(db, later(clock.now(), -LIMITS.tokenKeptMs));
}
