import { SECOND_MS } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { endSession } from './end-session.ts';
import { revokeNow } from './retry-revocations.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { findSuccessor } from './store/sessions.ts';
import { withTimeout } from './with-timeout.ts';

/** Timeout for each of the revocation and the issuer's sign-out URL. */
const WAIT_MS = SECOND_MS;

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * Ends the session together with `alongside`, and queues the token before calling the provider, which can therefore
 * neither keep the session nor delay its end. Idempotent; returns the issuer's sign-out URL, if there is one.
 */
export async function signOut(
  services: Needs,
  {
    sessionSecret,
    alongside,
  }: { readonly sessionSecret: string | undefined; readonly alongside?: (tx: Tx) => Promise<void> },
): Promise<string | undefined> {
  const ended = await inTransaction(services.db, async (tx) => {
    await alongside?.(tx);
    if (!isSecret(sessionSecret)) return undefined;
    const id = hashSecret(sessionSecret);
    // The session may have been replaced during this call.
    const gone = await endSession(services, tx, (await findSuccessor(tx, id)) ?? id);
    if (gone !== undefined) recordAudit(tx, { action: 'signed_out', at: services.clock.now() });
    return gone;
  });
  const revocation =
    ended?.revocationId === undefined ? Promise.resolve(false) : revokeNow(services, ended.revocationId);
  const issuer = services.issuers.get(ended?.issuerId ?? '');
  if (issuer === undefined) return undefined;
  const isRevoked = await withTimeout(WAIT_MS, false, revocation);
  return await withTimeout(WAIT_MS, undefined, issuer.signOutUrl({ isRevoked }));
}
