import { epochSeconds } from '../accounts/present.ts';
import type { PoolSettings } from '../settings.ts';
import type { PoolRecord } from '../store/pool-records.ts';
import { DESCRIBED_POOL_MEMBERS } from './pool-shape.ts';
import { presentSchema } from './schema-attributes.ts';

/** `UserPoolType`. */
export function presentPool(pool: PoolRecord, usersCount: number): object {
  const { settings, described } = pool;
  return {
    Id: pool.id,
    Name: pool.name,
    Arn: poolArn(pool.id),
    CreationDate: epochSeconds(pool.createdAt),
    LastModifiedDate: epochSeconds(pool.updatedAt),
    EstimatedNumberOfUsers: usersCount,
    Policies: presentPolicies(settings),
    DeletionProtection: settings.isDeletionProtected ? 'ACTIVE' : 'INACTIVE',
    SchemaAttributes: presentSchema(settings),
    MfaConfiguration: settings.mfaConfiguration,
    ...whenAny('AutoVerifiedAttributes', settings.autoVerifiedAttributes),
    ...whenAny('AliasAttributes', settings.aliasAttributes),
    ...whenAny('UsernameAttributes', settings.usernameAttributes),
    UsernameConfiguration: { CaseSensitive: settings.isUsernameCaseSensitive },
    ...presentMessages(settings, described),
    UserAttributeUpdateSettings: {
      AttributesRequireVerificationBeforeUpdate: settings.attributesVerifiedBeforeUpdate,
    },
    ...(settings.deviceConfiguration === undefined
      ? {}
      : {
          DeviceConfiguration: {
            ChallengeRequiredOnNewDevice: settings.deviceConfiguration.isChallengeRequiredOnNewDevice,
            DeviceOnlyRememberedOnUserPrompt: settings.deviceConfiguration.isRememberedOnlyOnUserPrompt,
          },
        }),
    AccountRecoverySetting: {
      RecoveryMechanisms: settings.accountRecovery.map((Name, index) => ({ Priority: index + 1, Name })),
    },
    UserPoolTags: settings.tags,
    LambdaConfig: {},
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
    UserPoolTier: 'ESSENTIALS',
    ...Object.fromEntries(
      DESCRIBED_POOL_MEMBERS.flatMap((name) =>
        described[name] === undefined ? [] : [[name, described[name]]],
      ),
    ),
  };
}

/** `UserPoolDescriptionType` of ListUserPools. */
export function presentPoolSummary(pool: PoolRecord): object {
  return {
    Id: pool.id,
    Name: pool.name,
    LambdaConfig: {},
    CreationDate: epochSeconds(pool.createdAt),
    LastModifiedDate: epochSeconds(pool.updatedAt),
  };
}

/** No AWS account exists, so its number is all zeros. */
function poolArn(poolId: string): string {
  return `arn:aws:cognito-idp:${poolId.slice(0, poolId.indexOf('_'))}:000000000000:userpool/${poolId}`;
}

function presentPolicies(settings: PoolSettings): object {
  const policy = settings.passwordPolicy;
  return {
    PasswordPolicy: {
      MinimumLength: policy.minimumLength,
      RequireUppercase: policy.requireUppercase,
      RequireLowercase: policy.requireLowercase,
      RequireNumbers: policy.requireNumbers,
      RequireSymbols: policy.requireSymbols,
      ...(policy.historySize === 0 ? {} : { PasswordHistorySize: policy.historySize }),
      TemporaryPasswordValidityDays: policy.temporaryPasswordValidityDays,
    },
    SignInPolicy: { AllowedFirstAuthFactors: settings.firstFactors },
  };
}

function presentMessages(settings: PoolSettings, described: PoolRecord['described']): object {
  const { messages, smsMfa } = settings;
  const byLink = described['VerificationByLink'];
  return {
    ...when('SmsVerificationMessage', messages.verificationSms),
    ...when('EmailVerificationMessage', messages.verificationEmail),
    ...when('EmailVerificationSubject', messages.verificationSubject),
    VerificationMessageTemplate: {
      ...when('SmsMessage', messages.verificationSms),
      ...when('EmailMessage', messages.verificationEmail),
      ...when('EmailSubject', messages.verificationSubject),
      ...(typeof byLink === 'object' ? byLink : {}),
      DefaultEmailOption: 'CONFIRM_WITH_CODE',
    },
    ...when('SmsAuthenticationMessage', smsMfa.message),
    AdminCreateUserConfig: {
      AllowAdminCreateUserOnly: !settings.isSelfSignUpAllowed,
      UnusedAccountValidityDays: settings.passwordPolicy.temporaryPasswordValidityDays,
      ...(messages.inviteEmail === undefined &&
      messages.inviteSubject === undefined &&
      messages.inviteSms === undefined
        ? {}
        : {
            InviteMessageTemplate: {
              ...when('EmailMessage', messages.inviteEmail),
              ...when('EmailSubject', messages.inviteSubject),
              ...when('SMSMessage', messages.inviteSms),
            },
          }),
    },
  };
}

function when(name: string, value: string | undefined): object {
  return value === undefined ? {} : { [name]: value };
}

function whenAny(name: string, values: readonly string[]): object {
  return values.length === 0 ? {} : { [name]: values };
}
