import { err, type Result } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import { poolUnavailable, presentPoolFailure } from './present.ts';
import { findSignIn } from './store/sessions.ts';
import { refreshSession } from './refresh-session.ts';

/**
 * Calls the user pool with an access token, and refreshes an expired or rejected token once. A definite refusal gives
 * `not_signed_in`.
 */
export async function withAccessToken<T>(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>,
  actor: Actor,
  call: (accessToken: string) => Promise<Result<T, PoolFailure>>,
): Outcome<T, Failure> {
  const signIn = await findSignIn(services.db, actor.sessionId);
  if (signIn !== undefined && signIn.issuer_id !== null) return err({ code: 'kept_elsewhere' });
  let refused: string | undefined;
  for (let tries = 1; ; tries += 1) {
    const token = await refreshSession(services, actor.sessionId, {
      mayWait: true,
      ...(refused === undefined ? {} : { refused }),
    });
    if (token.kind === 'ended') return err({ code: 'not_signed_in' });
    if (token.kind === 'unavailable') return err(poolUnavailable());
    const called = await call(token.accessToken);
    if (called.ok) return called;
    if (called.error.code !== 'session_ended' || tries === 2) {
      return err(presentPoolFailure(called.error, { now: services.clock.now(), log: services.log }));
    }
    refused = token.accessToken;
  }
}
