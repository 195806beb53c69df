import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { updateMfaPreference } from '../../store/accounts.ts';
import { findSoftwareToken } from '../../store/software-tokens.ts';
import { authorize } from '../../tokens/authorize.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const setUserMfaPreferenceInput = z.object({
  SMSMfaSettings: shape.mfaSettings.optional(),
  SoftwareTokenMfaSettings: shape.mfaSettings.optional(),
  EmailMfaSettings: shape.mfaSettings.optional(),
  WebAuthnMfaSettings: z.object({ Enabled: shape.flag.optional() }).optional(),
  AccessToken: shape.token,
});

/** Turns the second factor of a user on or off. */
export const setUserMfaPreference =
  (deps: Pick<Deps, 'db' | 'clock' | 'signingKeys' | 'baseUrl'>) =>
  async ({ input }: OperationRequest<z.output<typeof setUserMfaPreferenceInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (input.SMSMfaSettings?.Enabled === true) return err(errors.mfaHasNoDelivery('SMS_MFA'));
    if (input.EmailMfaSettings?.Enabled === true) return err(errors.mfaHasNoDelivery('EMAIL_OTP'));
    if (input.WebAuthnMfaSettings?.Enabled === true) return err(errors.mfaHasNoDelivery('WEB_AUTHN'));
    const wanted = input.SoftwareTokenMfaSettings;
    if (wanted === undefined) return ok({});
    const isEnabled = wanted.Enabled ?? account.isTotpEnabled;
    if (isEnabled) {
      if (client.pool.settings.mfaConfiguration === 'OFF') return err(errors.totpNotEnabledByPool);
      const token = await findSoftwareToken(deps.db, account.id);
      if (token === undefined) return err(errors.totpNotSetUp);
      if (token.secretSealed === null) return err(errors.totpNotVerified);
    }
    const isPreferred = wanted.PreferredMfa ?? account.preferredMfa !== null;
    await updateMfaPreference(deps.db, account.id, {
      isTotpEnabled: isEnabled,
      preferredMfa: isEnabled && isPreferred ? 'SOFTWARE_TOKEN_MFA' : null,
      now: deps.clock.now(),
    });
    return ok({});
  };
