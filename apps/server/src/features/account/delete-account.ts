import type { DeleteAccountRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import { endSession, withAccessToken } from '../session/index.ts';
import { demandRecentSignIn } from './recent.ts';
import { forgetDetails } from './store/details.ts';
import { hasOtherAdministrator, listLiveSessions, markRemoved } from './store.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * Deletes the actor's account: at the pool first, so that a pool that fails leaves everything as it was; then every session ends. The
 * personal space stays, closed, until an administrator hands it over or purges it. The last administrator cannot go.
 */
export async function deleteAccount(
  services: Needs,
  actor: Actor,
  { confirmation }: DeleteAccountRequest,
): Outcome<undefined, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const { person } = actor;
  const typed = confirmation.trim().toLowerCase();
  if (typed !== person.email.toLowerCase() && typed !== person.username.toLowerCase()) {
    return err({ code: 'invalid_request', issues: [{ path: 'confirmation', code: 'wrong_format' }] });
  }
  if (person.role === 'administrator' && !(await hasOtherAdministrator(services.db, person.id))) {
    return err({ code: 'last_administrator' });
  }
  const deleted = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.deleteAccount(accessToken),
  );
  if (!deleted.ok) return deleted;
  const { clock, db } = services;
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await markRemoved(tx, { userId: person.id, now });
    await forgetDetails(tx, { userId: person.id, now });
    const rows = await listLiveSessions(tx, { userId: person.id, now, seenAfter: new Date(0) });
    for (const { id } of rows) await endSession(services, tx, id);
  });
  return ok(undefined);
}
