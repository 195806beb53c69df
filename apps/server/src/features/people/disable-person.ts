import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { lockOtherAdministrator } from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { endAllSessions } from '../session/index.ts';
import { deleteAllTokens } from '../tokens/index.ts';
import type { PersonRow } from './model.ts';
import { changePerson, lockPersonRow } from './store/people.ts';
import { endIssuedLinks, endResetOf } from '../one-time-links/index.ts';

/** The result at the pool. `elsewhere` means that another issuer has the account. */
export type AtPool = 'done' | 'elsewhere' | 'key_missing' | 'failed';

/** Disables a person: ends every session and token and blocks sign-ins to Coffer, even if the pool fails afterwards. */
export async function disablePerson(
  services: Pick<Services, 'cipher' | 'clock' | 'db' | 'log' | 'pool'>,
  userId: string,
): Outcome<{ readonly atPool: AtPool }, Failure> {
  const disabled = await inTransaction(services.db, async (tx) => {
    const hasOther = await lockOtherAdministrator(tx, userId);
    const person = await lockPersonRow(tx, userId);
    if (person === undefined || person.status === 'removed')
      return err<Failure>({ code: 'person_not_found' });
    const isLast = person.role === 'administrator' && person.status === 'active' && !hasOther;
    if (isLast) return err<Failure>({ code: 'last_administrator' });
    const now = services.clock.now();
    await changePerson(tx, { id: userId, status: 'disabled', now });
    await endResetOf(tx, { userId, reason: 'replaced', now });
    await endIssuedLinks(tx, { userId, now });
    await endAllSessions(services, tx, userId);
    await deleteAllTokens(tx, { userId, now });
    recordAudit(tx, { action: 'person_disabled', at: now, subject: { kind: 'person', id: userId } });
    return ok(person);
  });
  if (!disabled.ok) return disabled;
  services.log.info('person_disabled', { userId });
  return ok({ atPool: await disableAtPool(services, disabled.value) });
}

async function disableAtPool(
  { pool }: Pick<Services, 'pool'>,
  { issuer, username }: PersonRow,
): Promise<AtPool> {
  if (issuer !== pool.issuer) return 'elsewhere';
  if (!pool.isAdministered) return 'key_missing';
  return (await pool.setEnabled({ username, isEnabled: false })).ok ? 'done' : 'failed';
}
