import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { presentPoolFailure } from '../session/index.ts';
import { accountAtPool } from './create-reset-link.ts';
import { deleteRecoveryCodes, findPersonRow } from './store/people.ts';

/** Removes the second factors and the recovery codes, so the password alone signs in. The person is notified. */
export async function resetFactors(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'newId' | 'pool'>,
  { userId, actorId }: { readonly userId: string; readonly actorId: string | null },
): Outcome<undefined, Failure> {
  const { clock, db, log, newId, pool } = services;
  const account = accountAtPool(pool, await findPersonRow(db, userId));
  if (!account.ok) return account;
  const dropped = await pool.dropSecondFactors(account.value.username);
  if (!dropped.ok) return err(presentPoolFailure(dropped.error, { now: clock.now(), log }));
  await inTransaction(db, async (tx) => {
    const at = clock.now();
    await deleteRecoveryCodes(tx, userId);
    await notify(tx, { personIds: [userId], actorId, subject: { kind: 'factors_reset' }, at, newId });
    recordAudit(tx, { action: 'factors_reset', at, subject: { kind: 'person', id: userId } });
  });
  return ok(undefined);
}
