import type { Factors, PreferFactorRequest, SetMessageFactorRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { AccountFactor, PoolAccount } from '../../platform/identity/pool-accounts.ts';
import type { Services } from '../../services.ts';
import { recordAuditNow } from '../audit/index.ts';
import { findSignIn, demandRecentSignIn, withAccessToken } from '../session/index.ts';
import { findPendingEmail } from './store/details.ts';
import { hasOtherAdministrator } from './store/administrators.ts';
import { countRecoveryCodes, isEmailVerified } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

const FACTORS: readonly AccountFactor[] = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'];
const ELSEWHERE = {
  isManagedHere: false,
  authenticator: false,
  email: false,
  sms: false,
  offered: [],
  preferred: null,
  recoveryCodesLeft: null,
  pendingEmail: null,
} as const satisfies Partial<Factors>;

export async function getFactors(services: Needs, actor: Actor): Outcome<Factors, Failure> {
  const state = await findAccountState(services, actor);
  const signIn = await findSignIn(services.db, actor.sessionId);
  if (signIn !== undefined && signIn.issuer_id !== null) return ok({ ...ELSEWHERE, ...state });
  const account = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.getAccount(accessToken),
  );
  if (!account.ok) return account;
  const left = services.pool.isAdministered ? await countRecoveryCodes(services.db, actor.person.id) : null;
  const pending = await findPendingEmail(services.db, actor.person.id);
  const offered = await services.pool.offeredFactors();
  const own = toFactors(account.value, { left, pending, offered, email: actor.person.email });
  return ok({ ...own, ...state });
}

type AccountState = Pick<Factors, 'isEmailVerified' | 'isOnlyAdministrator'>;

async function findAccountState({ db }: Pick<Services, 'db'>, { person }: Actor): Promise<AccountState> {
  const isAdministrator = person.role === 'administrator';
  return {
    isEmailVerified: await isEmailVerified(db, person.id),
    isOnlyAdministrator: isAdministrator && !(await hasOtherAdministrator(db, person.id)),
  };
}

function toFactors(
  { factors, preferred, attributes }: PoolAccount,
  known: {
    readonly left: number | null;
    readonly pending: string | null;
    readonly offered: readonly AccountFactor[];
    readonly email: string;
  },
): Omit<Factors, keyof AccountState> {
  const email = attributes.get('email') ?? '';
  const isVerified = attributes.get('email_verified') === 'true';
  const isPending = email !== '' && email !== known.email && !isVerified;
  // The answer to a right code may have been lost.
  const isConfirmed = isVerified && known.pending?.toLowerCase() === email.toLowerCase();
  const pending = isConfirmed ? null : known.pending;
  return {
    isManagedHere: true,
    authenticator: factors.includes('SOFTWARE_TOKEN_MFA'),
    email: factors.includes('EMAIL_OTP'),
    sms: factors.includes('SMS_MFA'),
    offered: FACTORS.filter((factor) => known.offered.includes(factor) || factors.includes(factor)),
    preferred: FACTORS.find((factor) => factor === preferred) ?? null,
    recoveryCodesLeft: known.left,
    pendingEmail: pending ?? (isPending ? email : null),
  };
}

export async function setMessageFactor(
  services: Needs,
  actor: Actor,
  { factor, isEnabled }: SetMessageFactorRequest,
): Outcome<Factors, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  if (isEnabled && !(await services.pool.offeredFactors()).includes(factor))
    return err({ code: 'invalid_request', issues: [{ path: 'factor', code: 'wrong_format' }] });
  const set = await withAccessToken(
    services,
    actor,
    async (accessToken) =>
      await services.pool.setFactor({ accessToken, factor, isEnabled, isPreferred: false }),
  );
  if (!set.ok) return set;
  const facts = { factor, enabled: isEnabled };
  await recordAuditNow(services.db, { action: 'factor_changed', at: services.clock.now(), facts });
  return await getFactors(services, actor);
}

/** Sets the preferred factor. With `null`, the person chooses at each sign-in. */
export async function preferFactor(
  services: Needs,
  actor: Actor,
  request: PreferFactorRequest,
): Outcome<Factors, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const now = await getFactors(services, actor);
  if (!now.ok) return now;
  if (request.factor !== null && !now.value.offered.includes(request.factor))
    return err({ code: 'invalid_request', issues: [{ path: 'factor', code: 'wrong_format' }] });
  const factor = request.factor ?? now.value.preferred;
  if (factor === null) return now;
  // Making a disabled factor the preferred one would also enable it at the pool.
  if (!isOn(now.value, factor)) return err({ code: 'factor_unavailable' });
  const set = await withAccessToken(
    services,
    actor,
    async (accessToken) =>
      await services.pool.setFactor({
        accessToken,
        factor,
        isEnabled: true,
        isPreferred: request.factor !== null,
      }),
  );
  if (!set.ok) return set;
  const facts = { factor, preferred: request.factor !== null };
  await recordAuditNow(services.db, { action: 'factor_changed', at: services.clock.now(), facts });
  return await getFactors(services, actor);
}

function isOn({ authenticator, email, sms }: Factors, factor: AccountFactor): boolean {
  return { SOFTWARE_TOKEN_MFA: authenticator, EMAIL_OTP: email, SMS_MFA: sms }[factor];
}
