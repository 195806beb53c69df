import { SERVER_LIMITS } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { later } from '../session/index.ts';
import { deleteExpiredTokens, deleteTokenRows, filterLiveTokens } from './store/tokens.ts';

/** Deletes all tokens of a person, and returns their number. The owner is notified if `by` names another person. */
export async function deleteAllTokens(
  tx: Tx,
  { userId, now, by }: { readonly userId: string; readonly now: Date; readonly by?: Deleter },
): Promise<number> {
  const labels = await deleteTokenRows(tx, userId);
  if (by !== undefined) await tellDeleted(tx, { userId, labels, by, now });
  if (labels.length > 0) {
    const subject = { kind: 'person', id: userId } as const;
    recordAudit(tx, { action: 'tokens_deleted', at: now, subject, facts: { count: labels.length } });
  }
  return labels.length;
}

interface Deleter {
  readonly actorId: string;
  readonly newId: () => string;
}

/** Notifies the owner of deleted tokens, unless the owner deleted them. */
export async function tellDeleted(
  tx: Tx,
  told: {
    readonly userId: string;
    readonly labels: readonly string[];
    readonly by: Deleter;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, labels, by, now: at } = told;
  if (labels.length === 0) return;
  const subject = { kind: 'tokens_deleted', name: labels.join(', '), count: labels.length } as const;
  await notify(tx, { personIds: [userId], ...by, subject, at });
}

/** Those of the tokens that are live. Uses one query. */
export async function listLiveTokens(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await filterLiveTokens(db, { ids, now: clock.now() }));
}

/**
 * Background job: deletes old tokens. Expired ones stay listed for a while, so that their owner sees why a script
 * stopped.
 */
export async function sweepTokens({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  await deleteExpiredTokens(db, later(clock.now(), -SERVER_LIMITS.tokenKeptMs));
}
