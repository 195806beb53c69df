import type { Factors } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from './access-token.ts';

/** Switches the authenticator of the actor's account off. */
export async function removeAuthenticator(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log'>,
  actor: Actor,
): Outcome<Factors, Failure> {
  const removed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.removeAuthenticator(accessToken),
  );
  return removed.ok ? ok({ authenticator: false }) : removed;
}
