import type { Factors } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from './access-token.ts';

/** The factors of the actor's account, as the pool knows them. */
export async function getFactors(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log'>,
  actor: Actor,
): Outcome<Factors, Failure> {
  const has = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.hasAuthenticator(accessToken),
  );
  return has.ok ? ok({ authenticator: has.value }) : has;
}
