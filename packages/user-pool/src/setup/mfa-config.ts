import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { errors, type PoolError } from '../errors.ts';
import * as shape from '../operations/shapes.ts';
import type { PoolRecord } from '../store/pool-records.ts';
import { emailMessage, emailSubject, smsMessage } from './pool-shape.ts';

export const mfaConfigInput = z.object({
  UserPoolId: shape.poolId,
  SmsMfaConfiguration: z
    .object({
      SmsAuthenticationMessage: smsMessage.optional(),
      SmsConfiguration: z.record(z.string().max(128), z.unknown()).optional(),
    })
    .optional(),
  SoftwareTokenMfaConfiguration: z.object({ Enabled: shape.flag.optional() }).optional(),
  EmailMfaConfiguration: z
    .object({ Message: emailMessage.optional(), Subject: emailSubject.optional() })
    .optional(),
  MfaConfiguration: shape.oneOf(['OFF', 'ON', 'OPTIONAL']).optional(),
  WebAuthnConfiguration: z
    .object({
      RelyingPartyId: shape.text({ min: 1, max: 127 }).optional(),
      UserVerification: shape.oneOf(['required', 'preferred']).optional(),
      FactorConfiguration: shape.oneOf(['SINGLE_FACTOR', 'MULTI_FACTOR_WITH_USER_VERIFICATION']).optional(),
    })
    .optional(),
});
export type MfaConfigInput = z.output<typeof mfaConfigInput>;

type Changed = Pick<PoolRecord, 'settings' | 'described'>;

/**
 * E-mail and SMS are enabled by being given. With `MfaConfiguration` all factors are replaced, otherwise only the given
 * ones change. Omitted passkey settings stay.
 */
export function readMfaConfig(input: MfaConfigInput, pool: PoolRecord): Result<Changed, PoolError> {
  const { settings } = pool;
  const replacesAll = input.MfaConfiguration !== undefined;
  const mfaConfiguration = input.MfaConfiguration ?? settings.mfaConfiguration;
  const sms = input.SmsMfaConfiguration;
  const email = input.EmailMfaConfiguration;
  const token = input.SoftwareTokenMfaConfiguration;
  const passkeys = input.WebAuthnConfiguration;
  const isTokenEnabled = token?.Enabled ?? (replacesAll ? false : settings.softwareTokenMfa.isEnabled);
  if (
    input.MfaConfiguration === 'OFF' &&
    (sms !== undefined || email !== undefined || token?.Enabled === true)
  )
    return err(
      errors.invalidParameter(
        "Invalid MFA configuration given, can't turn off MFA and configure an MFA together.",
      ),
    );
  const changed = {
    ...settings,
    mfaConfiguration,
    softwareTokenMfa: { isEnabled: isTokenEnabled },
    smsMfa:
      sms === undefined
        ? { ...settings.smsMfa, isEnabled: !replacesAll && settings.smsMfa.isEnabled }
        : {
            isEnabled: true,
            ...(sms.SmsAuthenticationMessage === undefined ? {} : { message: sms.SmsAuthenticationMessage }),
          },
    emailMfa:
      email === undefined
        ? { ...settings.emailMfa, isEnabled: !replacesAll && settings.emailMfa.isEnabled }
        : {
            isEnabled: true,
            ...(email.Message === undefined ? {} : { message: email.Message }),
            ...(email.Subject === undefined ? {} : { subject: email.Subject }),
          },
    webAuthn: passkeys === undefined ? settings.webAuthn : readPasskeys(passkeys, settings.webAuthn),
  };
  const hasFactor =
    changed.softwareTokenMfa.isEnabled ||
    changed.smsMfa.isEnabled ||
    changed.emailMfa.isEnabled ||
    changed.webAuthn.factorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION';
  if (mfaConfiguration !== 'OFF' && !hasFactor)
    return err(errors.invalidParameter('Invalid MFA configuration given, there is no factor for it.'));
  const smsConfiguration = sms?.SmsConfiguration;
  const described =
    smsConfiguration === undefined
      ? pool.described
      : { ...pool.described, SmsConfiguration: smsConfiguration };
  return ok({ settings: changed, described });
}

function readPasskeys(
  given: NonNullable<MfaConfigInput['WebAuthnConfiguration']>,
  present: PoolRecord['settings']['webAuthn'],
): PoolRecord['settings']['webAuthn'] {
  return {
    ...(given.RelyingPartyId === undefined ? {} : { relyingPartyId: given.RelyingPartyId }),
    userVerification: given.UserVerification ?? 'preferred',
    factorConfiguration: given.FactorConfiguration ?? 'SINGLE_FACTOR',
    // Origins exist only in the configuration, for this relying party.
    ...(present.origins !== undefined && given.RelyingPartyId === present.relyingPartyId
      ? { origins: present.origins }
      : {}),
  };
}

export function presentMfaConfig(pool: Pick<PoolRecord, 'settings' | 'described'>): object {
  const { mfaConfiguration, smsMfa, emailMfa, softwareTokenMfa, webAuthn } = pool.settings;
  const smsConfiguration = pool.described['SmsConfiguration'];
  return {
    ...(smsMfa.isEnabled
      ? {
          SmsMfaConfiguration: {
            ...(smsMfa.message === undefined ? {} : { SmsAuthenticationMessage: smsMfa.message }),
            ...(smsConfiguration === undefined ? {} : { SmsConfiguration: smsConfiguration }),
          },
        }
      : {}),
    SoftwareTokenMfaConfiguration: { Enabled: softwareTokenMfa.isEnabled },
    ...(emailMfa.isEnabled
      ? {
          EmailMfaConfiguration: {
            ...(emailMfa.message === undefined ? {} : { Message: emailMfa.message }),
            ...(emailMfa.subject === undefined ? {} : { Subject: emailMfa.subject }),
          },
        }
      : {}),
    MfaConfiguration: mfaConfiguration,
    ...(webAuthn.relyingPartyId === undefined
      ? {}
      : {
          WebAuthnConfiguration: {
            RelyingPartyId: webAuthn.relyingPartyId,
            UserVerification: webAuthn.userVerification,
            FactorConfiguration: webAuthn.factorConfiguration,
          },
        }),
  };
}
