import type { RemovedPerson } from '@coffer/contracts';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import type { Services } from '../../services.ts';
import { type LeftAccount, listDueAccounts, recordTry } from './store/left-accounts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'pool'>;

const AT_ONCE = 20;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;

/** Deletes the account at the pool, and schedules a retry after a failure. */
export async function deleteLeftAccount(
  services: Needs,
  account: LeftAccount,
  { isFirst }: { readonly isFirst: boolean },
): Promise<RemovedPerson['atPool']> {
  const { clock, db, log, pool } = services;
  if (account.issuer !== pool.issuer) return 'elsewhere';
  if (!pool.isAdministered) return 'key_missing';
  const outcome = await ask(pool, account, isFirst);
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** account.tries, LONGEST_PAUSE_MS);
  const dueAt = outcome === 'deleted' ? null : new Date(clock.now().getTime() + pauseMs);
  await recordTry(db, { id: account.id, dueAt });
  if (outcome === 'deleted') log.info('account_deleted', { userId: account.id });
  else log.warn('account_not_deleted', { userId: account.id, tries: account.tries + 1 });
  return outcome;
}

async function ask(
  pool: Services['pool'],
  { username, subject }: LeftAccount,
  isFirst: boolean,
): Promise<'deleted' | 'disabled' | 'failed'> {
  if (!isFirst) {
    // The account may have been deleted by hand, and its name reused.
    const found = await pool.findAccount(username);
    if (!found.ok) return 'failed';
    if (found.value === undefined || found.value.subject !== subject) return 'deleted';
  }
  return await deleteAtPool(pool, username);
}

/** Deletes an account at the pool, or disables it where it can't be deleted. */
export async function deleteAtPool(
  pool: Services['pool'],
  username: string,
): Promise<'deleted' | 'disabled' | 'failed'> {
  if ((await pool.deleteUser(username)).ok) return 'deleted';
  return (await pool.setEnabled({ username, isEnabled: false })).ok ? 'disabled' : 'failed';
}

/** Background job: retries to delete accounts at the pool. Returns the number of attempts. */
export async function deleteLeftAccounts(services: Needs): Promise<number> {
  const { clock, db, pool } = services;
  if (!pool.isAdministered) return 0;
  const due = await listDueAccounts(db, { now: clock.now(), limit: AT_ONCE });
  const own = due.filter(({ issuer }) => issuer === pool.issuer);
  for (const account of own) await deleteLeftAccount(services, account, { isFirst: false });
  return own.length;
}
