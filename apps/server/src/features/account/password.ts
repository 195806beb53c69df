import type { ChangePasswordRequest, EndedSessions } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordAuditNow } from '../audit/index.ts';
import { withAccessToken } from '../session/index.ts';
import { endOtherSessions } from './sessions.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/**
 * Changes the password; the current one proves that the person is present. [Note: Passwords that are set] Only these
 * calls contain a password: this one, first administrator, new password at sign-in, sign-up, reset, invitation and
 * reset link. It goes only to the pool: no log, error or row contains it.
 */
export async function changePassword(
  services: Needs,
  actor: Actor,
  request: ChangePasswordRequest,
): Outcome<EndedSessions, Failure> {
  const { previousPassword: previous, newPassword: proposed } = request;
  const changed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.changePassword({ accessToken, previous, proposed }),
  );
  if (!changed.ok) return changed;
  await recordAuditNow(services.db, { action: 'password_changed', at: services.clock.now() });
  return request.endsOtherSessions ? await endOtherSessions(services, actor) : ok({ ended: 0 });
}
