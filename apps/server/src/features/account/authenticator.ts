import type { AuthenticatorSecret, Factors, VerifyAuthenticatorRequest } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit, recordAuditNow } from '../audit/index.ts';
import { demandRecentSignIn, withAccessToken } from '../session/index.ts';
import { otpauthUri } from '../sign-in/index.ts';
import { getFactors } from './factors.ts';
import { replaceRecoveryCodes } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

/** Starts the setup of an authenticator. The secret has no effect until a code from it is verified. */
export async function startAuthenticator(
  services: Needs,
  actor: Actor,
): Outcome<AuthenticatorSecret, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const started = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.startAuthenticator(accessToken),
  );
  if (!started.ok) return started;
  const { secret } = started.value;
  return ok({ secret, uri: otpauthUri(secret, actor.person.email || actor.person.username) });
}

export async function verifyAuthenticator(
  services: Needs,
  actor: Actor,
  { code }: VerifyAuthenticatorRequest,
): Outcome<Factors, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const verified = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.verifyAuthenticator({ accessToken, code }),
  );
  if (!verified.ok) return verified;
  const facts = { factor: 'SOFTWARE_TOKEN_MFA', enabled: true };
  await recordAuditNow(services.db, { action: 'factor_changed', at: services.clock.now(), facts });
  return await getFactors(services, actor);
}

/** Removes the authenticator and the recovery codes. */
export async function removeAuthenticator(services: Needs, actor: Actor): Outcome<Factors, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const removed = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.removeAuthenticator(accessToken),
  );
  if (!removed.ok) return removed;
  const gone = { userId: actor.person.id, hashes: [], now: services.clock.now() };
  await inTransaction(services.db, async (tx) => {
    await replaceRecoveryCodes(tx, gone);
    const facts = { factor: 'SOFTWARE_TOKEN_MFA', enabled: false };
    recordAudit(tx, { action: 'factor_changed', at: gone.now, facts });
  });
  return await getFactors(services, actor);
}
