import type {
  CodeSent,
  ConfirmResetRequest,
  ConfirmSignUpRequest,
  ResendSignUpRequest,
  ResetPasswordRequest,
  SignUpRequest,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../http/route.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Delivery } from '../../platform/identity/pool-accounts.ts';
import type { Outcome, Services } from '../../services.ts';
import { type DoorLimits, presentPoolFailure, tooManyTries } from '../session/index.ts';

// What somebody without a session may do about an account: make one, and replace a forgotten password. Each only where the settings
// offer it, and each in the same words whether the account exists or not (OWASP ASVS 5.0, 6.3.8).

type Needs = Pick<Services, 'clock' | 'config' | 'pool' | 'log'> & { readonly limits: DoorLimits };
type From = { readonly address: string };
type Offer = 'sign-up' | 'reset';

/** Whether the door is open at all, and the visitor not too quick. */
function enter(
  services: Needs,
  visit: { readonly offer: Offer; readonly address: string; readonly name: string },
): Result<undefined, Failure> {
  if (!services.config.signInMethods.includes(visit.offer)) return err({ code: 'route_not_found' });
  const waitMs = services.limits.takeSignIn(visit.address, visit.name);
  return waitMs > 0 ? err(tooManyTries(waitMs, services.clock.now())) : ok(undefined);
}

async function run<T>(
  services: Needs,
  visit: Parameters<typeof enter>[1],
  work: () => Promise<Result<T, PoolFailure>>,
): Outcome<T, Failure> {
  const entered = enter(services, visit);
  if (!entered.ok) return entered;
  const done = await work();
  if (done.ok) return done;
  return err(presentPoolFailure(done.error, { now: services.clock.now(), log: services.log }));
}

/** Makes an account. The password passes through once ([Note: Passwords that are set]). */
export async function signUp(services: Needs, request: SignUpRequest & From): Outcome<CodeSent, Failure> {
  const visit = { offer: 'sign-up', address: request.address, name: request.email } as const;
  return toSent(await run(services, visit, async () => await services.pool.signUp(request)));
}

export async function confirmSignUp(
  services: Needs,
  request: ConfirmSignUpRequest & From,
): Outcome<undefined, Failure> {
  const visit = { offer: 'sign-up', address: request.address, name: request.username } as const;
  const confirmed = await run(services, visit, async () => await services.pool.confirmSignUp(request));
  return confirmed.ok ? ok(undefined) : confirmed;
}

export async function resendSignUp(
  services: Needs,
  request: ResendSignUpRequest & From,
): Outcome<CodeSent, Failure> {
  const visit = { offer: 'sign-up', address: request.address, name: request.username } as const;
  return toSent(await run(services, visit, async () => await services.pool.resendSignUp(request)));
}

/** Asks for a code. An account that there is not gets the same answer. */
export async function resetPassword(
  services: Needs,
  request: ResetPasswordRequest & From,
): Outcome<CodeSent, Failure> {
  const visit = { offer: 'reset', address: request.address, name: request.username } as const;
  return toSent(await run(services, visit, async () => await services.pool.forgotPassword(request)));
}

/** Replaces the password. It is no sign-in: the second factor is still asked for (OWASP ASVS 5.0, 6.4.3). */
export async function confirmReset(
  services: Needs,
  request: ConfirmResetRequest & From,
): Outcome<undefined, Failure> {
  const visit = { offer: 'reset', address: request.address, name: request.username } as const;
  const confirmed = await run(
    services,
    visit,
    async () => await services.pool.confirmForgotPassword(request),
  );
  return confirmed.ok ? ok(undefined) : confirmed;
}

function toSent(sent: Result<Delivery, Failure>): Result<CodeSent, Failure> {
  return sent.ok ? ok({ destination: sent.value.destination ?? null }) : sent;
}
