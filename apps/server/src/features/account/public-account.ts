import type {
  CodeSent,
  ConfirmResetRequest,
  ConfirmSignUpRequest,
  ResendSignUpRequest,
  ResetPasswordRequest,
  SignUpRequest,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Delivery } from '../../platform/identity/pool-accounts.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { endAllSessions, presentPoolFailure, tooManyTries } from '../session/index.ts';
import { findKnownDevice, type SignInRateLimits } from '../sign-in/index.ts';
import { findByTypedName } from './store/people.ts';

// Calls without a session. Responses must not reveal whether an account exists (OWASP ASVS 5.0, 6.3.8).

type Needs = Pick<Services, 'cipher' | 'clock' | 'config' | 'db' | 'pool' | 'log'> & {
  readonly limits: SignInRateLimits;
};
type From = { readonly address: string; readonly deviceCookie: string | undefined };
type Offer = 'sign-up' | 'reset';

interface Visit {
  readonly offer: Offer;
  readonly from: From;
  readonly username: string;
}

/** Checks settings and rate limits. */
function admit(services: Needs, { offer, from, username }: Visit): Result<undefined, Failure> {
  if (!services.config.signInMethods.includes(offer)) return err({ code: 'route_not_found' });
  const deviceId = findKnownDevice(services, { cookie: from.deviceCookie, username });
  const waitMs = services.limits.takeStart({ address: from.address, username, deviceId });
  return waitMs > 0 ? err(tooManyTries(waitMs, services.clock.now())) : ok(undefined);
}

async function run<T>(
  services: Needs,
  visit: Visit,
  work: () => Promise<Result<T, PoolFailure>>,
): Outcome<T, Failure> {
  const admitted = admit(services, visit);
  if (!admitted.ok) return admitted;
  const done = await work();
  if (done.ok) return done;
  return err(presentPoolFailure(done.error, { now: services.clock.now(), log: services.log }));
}

/** Creates an account that still has to be confirmed by a code. See [Note: Passwords that are set]. */
export async function signUp(services: Needs, request: SignUpRequest & From): Outcome<CodeSent, Failure> {
  const visit = { offer: 'sign-up', from: request, username: request.email } as const;
  return toSent(await run(services, visit, async () => await services.pool.signUp(request)));
}

export async function confirmSignUp(
  services: Needs,
  request: ConfirmSignUpRequest & From,
): Outcome<undefined, Failure> {
  const visit = { offer: 'sign-up', from: request, username: request.username } as const;
  const confirmed = await run(services, visit, async () => await services.pool.confirmSignUp(request));
  return confirmed.ok ? ok(undefined) : confirmed;
}

export async function resendSignUp(
  services: Needs,
  request: ResendSignUpRequest & From,
): Outcome<CodeSent, Failure> {
  const visit = { offer: 'sign-up', from: request, username: request.username } as const;
  return toSent(await run(services, visit, async () => await services.pool.resendSignUp(request)));
}

/** Starts a password reset. An unknown account gets the same response. */
export async function resetPassword(
  services: Needs,
  request: ResetPasswordRequest & From,
): Outcome<CodeSent, Failure> {
  const visit = { offer: 'reset', from: request, username: request.username } as const;
  return toSent(await run(services, visit, async () => await services.pool.forgotPassword(request)));
}

/**
 * Sets the new password and ends every session of the person. Does not sign in, because the second factor is still
 * required (OWASP ASVS 5.0, 6.4.3).
 */
export async function confirmReset(
  services: Needs,
  request: ConfirmResetRequest & From,
): Outcome<undefined, Failure> {
  const visit = { offer: 'reset', from: request, username: request.username } as const;
  const confirmed = await run(
    services,
    visit,
    async () => await services.pool.confirmForgotPassword(request),
  );
  if (!confirmed.ok) return confirmed;
  await followReset(services, request.username);
  return ok(undefined);
}

async function followReset(services: Needs, typed: string): Promise<void> {
  const { clock, db, pool } = services;
  const id = await findByTypedName(db, { issuer: pool.issuer, typed });
  if (id === undefined) return;
  await inTransaction(db, async (tx) => {
    await endAllSessions(services, tx, id);
    const actor = { kind: 'person', id } as const;
    recordAudit(tx, { action: 'password_changed', at: clock.now(), actor, facts: { by: 'code' } });
  });
}

function toSent(sent: Result<Delivery, Failure>): Result<CodeSent, Failure> {
  return sent.ok ? ok({ destination: sent.value.destination ?? null }) : sent;
}
