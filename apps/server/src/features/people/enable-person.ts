import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { presentPoolFailure } from '../session/index.ts';
import { changePerson, findPersonRow, lockPersonRow } from './store/people.ts';

/** Enables a person, first at the pool, so that every active person can sign in. */
export async function enablePerson(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'pool'>,
  userId: string,
): Outcome<undefined, Failure> {
  const { clock, db, log, pool } = services;
  const person = await findPersonRow(db, userId);
  if (person === undefined || person.status === 'removed') return err({ code: 'person_not_found' });
  if (person.issuer === pool.issuer && pool.isAdministered) {
    const enabled = await pool.setEnabled({ username: person.username, isEnabled: true });
    if (!enabled.ok) return err(presentPoolFailure(enabled.error, { now: clock.now(), log }));
  }
  return await inTransaction(db, async (tx) => {
    const row = await lockPersonRow(tx, userId);
    if (row === undefined || row.status === 'removed') return err({ code: 'person_not_found' });
    if (row.status === 'disabled') {
      const now = clock.now();
      await changePerson(tx, { id: userId, status: 'active', now });
      recordAudit(tx, { action: 'person_enabled', at: now, subject: { kind: 'person', id: userId } });
    }
    log.info('person_enabled', { userId });
    return ok(undefined);
  });
}
