import type { Factors, VerifyAuthenticatorRequest } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from './access-token.ts';

/** Switches the new authenticator on, once it has shown a right code. */
export async function verifyAuthenticator(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log'>,
  actor: Actor,
  request: VerifyAuthenticatorRequest,
): Outcome<Factors, Failure> {
  const verified = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.verifyAuthenticator({ accessToken, code: request.code }),
  );
  return verified.ok ? ok({ authenticator: true }) : verified;
}
