import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { endSession } from './end-session.ts';
import { revokeNow } from './retry-revocations.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { deleteAttempt } from './store/attempts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log'>;

/**
 * Ends the session and the open sign-in of this browser. The session is dead in the database, and its refresh token is on the list
 * of those to be revoked, before the pool is asked at all: a pool that fails cannot keep it alive. Without a session nothing
 * happens, and that is a success too.
 */
export async function signOut(
  services: Needs,
  cookies: { readonly sessionSecret: string | undefined; readonly attemptSecret: string | undefined },
): Promise<void> {
  const { sessionSecret, attemptSecret } = cookies;
  const revocationId = await inTransaction(services.db, async (tx) => {
    if (isSecret(attemptSecret)) await deleteAttempt(tx, hashSecret(attemptSecret));
    if (!isSecret(sessionSecret)) return undefined;
    return await endSession(services, tx, hashSecret(sessionSecret));
  });
  if (revocationId !== undefined) await revokeNow(services, revocationId);
}
