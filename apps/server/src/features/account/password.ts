import type { ChangePasswordRequest, EndedSessions } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from '../session/index.ts';
import { endOtherSessions } from './sessions.ts';
import { findSignIn } from './store.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * Replaces the password; the present one is the proof that the person is there. [Note: Passwords that are set] This call, the first
 * administrator, a new password at the sign-in, sign-up and reset are the only ones that carry a password. It goes to the pool and
 * nowhere else: no log, no error and no row holds it.
 */
export async function changePassword(
  services: Needs,
  actor: Actor,
  request: ChangePasswordRequest,
): Outcome<EndedSessions, Failure> {
  const signIn = await findSignIn(services.db, actor.sessionId);
  if (signIn !== undefined && signIn.issuer_id !== null) return err({ code: 'kept_elsewhere' });
  const { previousPassword: previous, newPassword: proposed } = request;
  const changed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.changePassword({ accessToken, previous, proposed }),
  );
  if (!changed.ok) return changed;
  return request.endsOtherSessions ? await endOtherSessions(services, actor) : ok({ ended: 0 });
}
