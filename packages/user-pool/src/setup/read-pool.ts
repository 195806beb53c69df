import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import { type PoolSettings, poolSettingsSchema } from '../settings.ts';
import { type CreateUserPoolInput, DESCRIBED_POOL_MEMBERS, type PoolMembers } from './pool-shape.ts';
import { readSchema } from './schema-attributes.ts';

/** Members without effect here, as given. */
export type Described = Readonly<Record<string, unknown>>;

export interface PoolReading {
  readonly settings: PoolSettings;
  readonly described: Described;
}

/** Omitted members get our defaults, except sign-up, which follows Cognito. */
export function readNewPool(input: CreateUserPoolInput): Result<PoolReading, PoolError> {
  const aliasAttributes = input.AliasAttributes ?? [];
  const usernameAttributes = input.UsernameAttributes ?? [];
  if (aliasAttributes.length > 0 && usernameAttributes.length > 0)
    return err(
      errors.invalidParameter(
        'Only one of the aliasAttributes or usernameAttributes can be set in a user pool.',
      ),
    );
  const schema = readSchema(input.Schema ?? [], { isCustomOnly: false, present: [] });
  if (!schema.ok) return schema;
  const base = poolSettingsSchema.parse({
    aliasAttributes,
    usernameAttributes,
    schemaAttributes: schema.value,
    isUsernameCaseSensitive: input.UsernameConfiguration?.CaseSensitive ?? true,
  });
  return readPool(input, base);
}

/**
 * Omitted members return to defaults. `base` has what UpdateUserPool cannot change: sign-in methods, schema, factors,
 * and settings of the configuration.
 */
export function readPool(input: PoolMembers, base: PoolSettings): Result<PoolReading, PoolError> {
  const fault = findFault(input);
  if (fault !== undefined) return err(errors.invalidParameter(fault));
  const recovery = input.AccountRecoverySetting?.RecoveryMechanisms;
  const settings = poolSettingsSchema.parse({
    usernameAttributes: base.usernameAttributes,
    aliasAttributes: base.aliasAttributes,
    isUsernameCaseSensitive: base.isUsernameCaseSensitive,
    schemaAttributes: base.schemaAttributes,
    softwareTokenMfa: base.softwareTokenMfa,
    emailMfa: base.emailMfa,
    webAuthn: base.webAuthn,
    sessions: base.sessions,
    customAuth: base.customAuth,
    signUpDomains: base.signUpDomains,
    authSessionValidityMinutes: base.authSessionValidityMinutes,
    mayAdminSetLastingPassword: base.mayAdminSetLastingPassword,
    passwordPolicy: readPasswordPolicy(input, base),
    mfaConfiguration: input.MfaConfiguration,
    smsMfa: {
      isEnabled: base.smsMfa.isEnabled || input.SmsConfiguration !== undefined,
      message: input.SmsAuthenticationMessage,
    },
    firstFactors: input.Policies?.SignInPolicy?.AllowedFirstAuthFactors,
    autoVerifiedAttributes: input.AutoVerifiedAttributes,
    attributesVerifiedBeforeUpdate:
      input.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate,
    ...(recovery === undefined
      ? {}
      : { accountRecovery: recovery.toSorted((a, b) => a.Priority - b.Priority).map(({ Name }) => Name) }),
    isSelfSignUpAllowed: !(input.AdminCreateUserConfig?.AllowAdminCreateUserOnly ?? false),
    messages: readMessages(input),
    ...(input.DeviceConfiguration === undefined
      ? {}
      : {
          deviceConfiguration: {
            isChallengeRequiredOnNewDevice: input.DeviceConfiguration.ChallengeRequiredOnNewDevice,
            isRememberedOnlyOnUserPrompt: input.DeviceConfiguration.DeviceOnlyRememberedOnUserPrompt,
          },
        }),
    isDeletionProtected: input.DeletionProtection === 'ACTIVE',
    tags: input.UserPoolTags,
  });
  return ok({ settings, described: readDescribed(input) });
}

function findFault(input: PoolMembers): string | undefined {
  const pending = input.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate ?? [];
  const proved = input.AutoVerifiedAttributes ?? [];
  if (pending.some((name) => !proved.includes(name)))
    return 'AttributesRequireVerificationBeforeUpdate must be a subset of AutoVerifiedAttributes.';
  const recovery = input.AccountRecoverySetting?.RecoveryMechanisms ?? [];
  if (new Set(recovery.map(({ Priority }) => Priority)).size < recovery.length)
    return 'Each recovery mechanism must have a priority of its own.';
  if (new Set(recovery.map(({ Name }) => Name)).size < recovery.length)
    return 'Each recovery mechanism can be given once.';
  if (recovery.length > 1 && recovery.some(({ Name }) => Name === 'admin_only'))
    return 'admin_only can not be combined with other recovery mechanisms.';
  if (input.VerificationMessageTemplate?.DefaultEmailOption === 'CONFIRM_WITH_LINK')
    return 'CONFIRM_WITH_LINK is not supported: addresses are proved by a code.';
  if (Object.keys(input.LambdaConfig ?? {}).length > 0)
    return 'LambdaConfig is not supported: this user pool calls no Lambda functions.';
  const factors = input.Policies?.SignInPolicy?.AllowedFirstAuthFactors;
  if (factors !== undefined && !factors.includes('PASSWORD'))
    return 'AllowedFirstAuthFactors must include PASSWORD.';
  const invitation = input.AdminCreateUserConfig?.InviteMessageTemplate;
  const invitations = [invitation?.EmailMessage, invitation?.SMSMessage];
  if (invitations.some((text) => text !== undefined && !text.includes('{username}')))
    return 'An invitation message must contain {username} and {####}.';
  return undefined;
}

function readPasswordPolicy(input: PoolMembers, base: PoolSettings): object {
  const policy = input.Policies?.PasswordPolicy;
  const days =
    policy?.TemporaryPasswordValidityDays ?? input.AdminCreateUserConfig?.UnusedAccountValidityDays;
  return {
    refuseCommon: base.passwordPolicy.refuseCommon,
    minimumLength: policy?.MinimumLength,
    requireUppercase: policy?.RequireUppercase,
    requireLowercase: policy?.RequireLowercase,
    requireNumbers: policy?.RequireNumbers,
    requireSymbols: policy?.RequireSymbols,
    historySize: policy?.PasswordHistorySize,
    temporaryPasswordValidityDays: days,
  };
}

function readMessages(input: PoolMembers): object {
  const template = input.VerificationMessageTemplate;
  const invitation = input.AdminCreateUserConfig?.InviteMessageTemplate;
  return {
    verificationEmail: template?.EmailMessage ?? input.EmailVerificationMessage,
    verificationSubject: template?.EmailSubject ?? input.EmailVerificationSubject,
    verificationSms: template?.SmsMessage ?? input.SmsVerificationMessage,
    inviteEmail: invitation?.EmailMessage,
    inviteSubject: invitation?.EmailSubject,
    inviteSms: invitation?.SMSMessage,
  };
}

function readDescribed(input: PoolMembers): Described {
  const kept = DESCRIBED_POOL_MEMBERS.flatMap((name): [string, unknown][] =>
    input[name] === undefined ? [] : [[name, input[name]]],
  );
  const template = input.VerificationMessageTemplate;
  const byLink = {
    ...(template?.EmailMessageByLink === undefined
      ? {}
      : { EmailMessageByLink: template.EmailMessageByLink }),
    ...(template?.EmailSubjectByLink === undefined
      ? {}
      : { EmailSubjectByLink: template.EmailSubjectByLink }),
  };
  return {
    ...Object.fromEntries(kept),
    ...(Object.keys(byLink).length === 0 ? {} : { VerificationByLink: byLink }),
  };
}
