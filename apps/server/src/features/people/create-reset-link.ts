import { LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import type { PersonRow } from './model.ts';
import { lockPersonRow } from './store/people.ts';
import { endResetOf, insertReset, type IssuedLink, issueLink } from '../one-time-links/index.ts';

/** Creates a reset link. The old password works until the link is used. */
export async function createResetLink(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'pool'>,
  reset: { readonly userId: string; readonly createdBy: string | null },
): Outcome<IssuedLink, Failure> {
  const { clock, db, pool } = services;
  return await inTransaction(db, async (tx) => {
    const account = accountAtPool(pool, await lockPersonRow(tx, reset.userId));
    if (!account.ok) return account;
    const { id, name, email, username, status } = account.value;
    if (status === 'disabled') return err({ code: 'account_disabled' });
    await endResetOf(tx, { userId: id, reason: 'replaced', now: clock.now() });
    const link = await issueLink(services, tx, {
      page: '/new-password',
      lifeMs: LIMITS.resetLinkLifeMs,
      insert: async (row) =>
        await insertReset(tx, {
          ...row,
          userId: id,
          name,
          email: email === '' ? username : email,
          invitedBy: reset.createdBy,
        }),
    });
    recordAudit(tx, { action: 'password_link_created', at: clock.now(), subject: { kind: 'person', id } });
    return ok(link);
  });
}

/** The person, if their account is in the user pool and this server can administer the pool. */
export function accountAtPool(
  pool: Pick<Services['pool'], 'issuer' | 'isAdministered'>,
  person: PersonRow | undefined,
): Result<PersonRow, Failure> {
  if (person === undefined || person.status === 'removed') return err({ code: 'person_not_found' });
  if (person.issuer !== pool.issuer) return err({ code: 'kept_elsewhere' });
  return pool.isAdministered ? ok(person) : err({ code: 'pool_key_missing' });
}
