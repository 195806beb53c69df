import { SECOND_MS } from '@coffer/kit';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { endSession } from './end-session.ts';
import { revokeSoon } from './retry-revocations.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { deleteAttempt } from './store/attempts.ts';
import { findSuccessor } from './store/sessions.ts';
import { waitAtMost } from './wait-at-most.ts';

/** How long a person waits for an issuer to tell where its own sign-out is. */
const WAIT_MS = SECOND_MS;

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * Ends the session and the open sign-in of this browser. The session is dead in the database, and its refresh token is on the list
 * of those to be revoked, before the provider is asked at all: one that fails cannot keep it alive, and one that is slow keeps nobody
 * waiting. Without a session nothing happens, and that is a success too. Returns where the browser ends the session at an issuer that it was sent to.
 */
export async function signOut(
  services: Needs,
  cookies: { readonly sessionSecret: string | undefined; readonly attemptSecret: string | undefined },
): Promise<string | undefined> {
  const { sessionSecret, attemptSecret } = cookies;
  const ended = await inTransaction(services.db, async (tx) => {
    if (isSecret(attemptSecret)) await deleteAttempt(tx, hashSecret(attemptSecret));
    if (!isSecret(sessionSecret)) return undefined;
    const id = hashSecret(sessionSecret);
    // The cookie may have been replaced while this call was under way: the person means the session of this browser.
    return await endSession(services, tx, (await findSuccessor(tx, id)) ?? id);
  });
  if (ended?.revocationId !== undefined) revokeSoon(services, ended.revocationId);
  const issuer = services.issuers.get(ended?.issuerId ?? '');
  return issuer === undefined ? undefined : await waitAtMost(WAIT_MS, undefined, issuer.signOutUrl());
}
