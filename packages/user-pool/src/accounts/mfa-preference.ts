import { err, ok, type Result } from '@coffer/kit';
import {
  allowsSoftwareToken,
  SECOND_FACTORS,
  type SecondFactor,
  verifiedAddress,
} from '../challenges/flow.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { countsAsTwo } from '../passkeys/relying-party.ts';
import { type Account, type MfaChange, updateMfaPreference } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';
import { findSoftwareToken } from '../store/software-tokens.ts';
import { listWebAuthnCredentials } from '../store/web-authn-credentials.ts';
import { changeAccount } from './change-account.ts';

interface Wanted {
  readonly Enabled?: boolean | undefined;
  readonly PreferredMfa?: boolean | undefined;
}

export interface MfaPreference {
  readonly SMSMfaSettings?: Wanted | undefined;
  readonly SoftwareTokenMfaSettings?: Wanted | undefined;
  readonly EmailMfaSettings?: Wanted | undefined;
  readonly WebAuthnMfaSettings?: { readonly Enabled?: boolean | undefined } | undefined;
}

export interface MfaState {
  readonly pool: Pool;
  readonly account: Account;
  readonly softwareToken: 'none' | 'pending' | 'verified';
  readonly hasPasskey: boolean;
  readonly by: 'user' | 'admin';
}

/** Omitted members keep their value. */
export async function setMfaPreference(
  deps: Pick<Deps, 'db' | 'clock'>,
  target: { readonly pool: Pool; readonly account: Account; readonly by: 'user' | 'admin' },
  preference: MfaPreference,
): Promise<Result<object, PoolError>> {
  return await changeAccount(deps, target.account, async (tx, account) => {
    const state = { ...target, account, ...(await findProofs(tx, account)) };
    const plan = planMfa(state, preference);
    if (!plan.ok) return plan;
    await updateMfaPreference(tx, account.id, { ...plan.value, now: deps.clock.now() });
    return ok({});
  });
}

async function findProofs(tx: Tx, account: Account): Promise<Pick<MfaState, 'softwareToken' | 'hasPasskey'>> {
  const token = await findSoftwareToken(tx, account.id);
  const passkeys = await listWebAuthnCredentials(tx, account.id, { limit: 1, after: undefined });
  const softwareToken = token === undefined ? 'none' : token.secretSealed === null ? 'pending' : 'verified';
  return { softwareToken, hasPasskey: passkeys.length > 0 };
}

export function planMfa(
  state: MfaState,
  preference: MfaPreference,
): Result<Omit<MfaChange, 'now'>, PoolError> {
  const { account, pool, by } = state;
  const wanted = {
    SMS_MFA: preference.SMSMfaSettings,
    SOFTWARE_TOKEN_MFA: preference.SoftwareTokenMfaSettings,
    EMAIL_OTP: preference.EmailMfaSettings,
  } as const satisfies Record<SecondFactor, Wanted | undefined>;
  const present = {
    SMS_MFA: account.isSmsMfaEnabled,
    SOFTWARE_TOKEN_MFA: account.isTotpEnabled,
    EMAIL_OTP: account.isEmailMfaEnabled,
  } as const satisfies Record<SecondFactor, boolean>;
  const isEnabled = (factor: SecondFactor) => wanted[factor]?.Enabled ?? present[factor];

  const asked = SECOND_FACTORS.filter((factor) => wanted[factor] !== undefined);
  for (const factor of asked) {
    const refusal = isEnabled(factor) ? findRefusal(state, factor) : undefined;
    if (refusal !== undefined) return err(refusal);
  }
  const preferred = asked.filter((factor) => wanted[factor]?.PreferredMfa === true);
  if (preferred.length > 1) return err(errors.mfaTwicePreferred);
  const idle = preferred.find((factor) => !isEnabled(factor));
  if (idle !== undefined) return err(errors.mfaPreferredNotEnabled(idle));
  const passkey = preference.WebAuthnMfaSettings?.Enabled;
  const hasAny = SECOND_FACTORS.some(isEnabled);
  if (passkey === true && !mayCountPasskey(state)) return err(errors.mfaNotEnabledByPool('WEB_AUTHN'));
  // The other factor is needed if the passkey is lost.
  if (passkey === true && !hasAny) return err(errors.webAuthnNeedsOtherFactor);
  const hadAny = SECOND_FACTORS.some((factor) => present[factor]);
  // If MFA is required, a user must have another factor before removing the last one.
  if (by === 'user' && pool.settings.mfaConfiguration === 'ON' && hadAny && !hasAny)
    return err(errors.mfaIsRequired);
  return ok({
    isSmsMfaEnabled: isEnabled('SMS_MFA'),
    isTotpEnabled: isEnabled('SOFTWARE_TOKEN_MFA'),
    isEmailMfaEnabled: isEnabled('EMAIL_OTP'),
    ...(passkey === undefined ? {} : { isWebAuthnMfaEnabled: passkey }),
    preferredMfa: preferred[0] ?? keptPreference(account, { wanted, isEnabled }),
  });
}

function keptPreference(
  account: Account,
  change: {
    readonly wanted: Readonly<Record<SecondFactor, Wanted | undefined>>;
    readonly isEnabled: (factor: SecondFactor) => boolean;
  },
): SecondFactor | null {
  const kept = SECOND_FACTORS.find((factor) => factor === account.preferredMfa);
  if (kept === undefined || !change.isEnabled(kept)) return null;
  return change.wanted[kept]?.PreferredMfa === false ? null : kept;
}

function findRefusal(state: MfaState, factor: SecondFactor): PoolError | undefined {
  const { settings } = state.pool;
  const isOff = settings.mfaConfiguration === 'OFF';
  switch (factor) {
    case 'SOFTWARE_TOKEN_MFA':
      if (!allowsSoftwareToken(settings)) return errors.totpNotEnabledByPool;
      if (state.softwareToken === 'none') return errors.totpNotSetUp;
      return state.softwareToken === 'pending' ? errors.totpNotVerified : undefined;
    case 'SMS_MFA':
      if (verifiedAddress(state.account, 'phone_number') === undefined)
        return errors.mfaHasNoDelivery(factor);
      return isOff || !settings.smsMfa.isEnabled ? errors.mfaNotEnabledByPool(factor) : undefined;
    case 'EMAIL_OTP':
      if (verifiedAddress(state.account, 'email') === undefined) return errors.mfaHasNoDelivery(factor);
      return isOff || !settings.emailMfa.isEnabled ? errors.mfaNotEnabledByPool(factor) : undefined;
  }
}

function mayCountPasskey({ pool, hasPasskey }: MfaState): boolean {
  return pool.settings.mfaConfiguration !== 'OFF' && countsAsTwo(pool.settings) && hasPasskey;
}
