import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { endSession } from './end-session.ts';
import { revokeNow } from './retry-revocations.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { deleteAttempt } from './store/attempts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * Ends the session and the open sign-in of this browser. The session is dead in the database, and its refresh token is on the list
 * of those to be revoked, before the provider is asked at all: one that fails cannot keep it alive. Without a session nothing
 * happens, and that is a success too. Returns where the browser ends the session at an issuer that it was sent to.
 */
export async function signOut(
  services: Needs,
  cookies: { readonly sessionSecret: string | undefined; readonly attemptSecret: string | undefined },
): Promise<string | undefined> {
  const { sessionSecret, attemptSecret } = cookies;
  const ended = await inTransaction(services.db, async (tx) => {
    if (isSecret(attemptSecret)) await deleteAttempt(tx, hashSecret(attemptSecret));
    if (!isSecret(sessionSecret)) return undefined;
    return await endSession(services, tx, hashSecret(sessionSecret));
  });
  if (ended?.revocationId !== undefined) await revokeNow(services, ended.revocationId);
  const issuer = services.issuers.get(ended?.issuerId ?? '');
  return await issuer?.signOutUrl();
}
