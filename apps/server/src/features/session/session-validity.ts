import { SECOND_MS } from '@coffer/kit';
import type { Services } from '../../services.ts';
import { refreshSession } from './refresh-session.ts';
import { withTimeout } from './with-timeout.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/** How long a request waits for the pool. A later response still counts. */
const WAIT_MS = SECOND_MS;

/**
 * Whether the pool still accepts the session. Only a definite refusal ends it; a timeout, failure or rate limit counts
 * as valid.
 */
export async function isSessionValidAtPool(services: Needs, sessionId: string): Promise<boolean> {
  return await withTimeout(WAIT_MS, true, ask(services, sessionId));
}

async function ask(services: Needs, sessionId: string): Promise<boolean> {
  try {
    const token = await refreshSession(services, sessionId, { mayWait: false });
    if (token.kind !== 'fresh') return token.kind !== 'ended';
    const account = await services.pool.getAccount(token.accessToken);
    if (account.ok || account.error.code !== 'session_ended') return true;
    // After a change of keys, only the access token fails. The refresh token decides.
    const again = await refreshSession(services, sessionId, { mayWait: false, refused: token.accessToken });
    return again.kind !== 'ended';
  } catch (error) {
    services.log.warn('pool_check_failed', { reason: error instanceof Error ? error.name : 'unknown' });
    return true;
  }
}
