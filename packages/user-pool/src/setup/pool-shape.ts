import { z } from 'zod';
import * as shape from '../operations/shapes.ts';

/** `PoolNameType`. */
export const poolName = shape.text({ min: 1, max: 128, pattern: /^[\w\s+=,.@-]+$/ });
const CODE = /^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*\{####\}[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*$/u;
export const emailMessage = shape.text({ min: 6, max: 20_000, pattern: CODE });
export const emailSubject = shape.text({ min: 1, max: 140, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]+$/u });
export const smsMessage = shape.text({ min: 6, max: 140, pattern: /^[\s\S]*\{####\}[\s\S]*$/ });
const verified = z.array(shape.oneOf(['phone_number', 'email'])).max(2);

/** Members without effect here: stored, and returned unchanged. */
const described = z.record(z.string().max(128), z.unknown());

const passwordPolicy = z.object({
  MinimumLength: shape.integer({ min: 6, max: 99 }).optional(),
  RequireUppercase: shape.flag.optional(),
  RequireLowercase: shape.flag.optional(),
  RequireNumbers: shape.flag.optional(),
  RequireSymbols: shape.flag.optional(),
  PasswordHistorySize: shape.integer({ min: 0, max: 24 }).optional(),
  TemporaryPasswordValidityDays: shape.integer({ min: 0, max: 365 }).optional(),
});

/** `SchemaAttributeType`. */
export const schemaAttribute = z.object({
  Name: shape.text({ min: 1, max: 20, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u }),
  AttributeDataType: shape.oneOf(['String', 'Number', 'DateTime', 'Boolean']).optional(),
  DeveloperOnlyAttribute: shape.flag.optional(),
  Mutable: shape.flag.optional(),
  Required: shape.flag.optional(),
  NumberAttributeConstraints: z
    .object({ MinValue: shape.shortText.optional(), MaxValue: shape.shortText.optional() })
    .optional(),
  StringAttributeConstraints: z
    .object({ MinLength: shape.shortText.optional(), MaxLength: shape.shortText.optional() })
    .optional(),
});
export type WireSchemaAttribute = z.output<typeof schemaAttribute>;

export const poolMembers = {
  Policies: z
    .object({
      PasswordPolicy: passwordPolicy.optional(),
      SignInPolicy: z
        .object({
          AllowedFirstAuthFactors: z
            .array(shape.oneOf(['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN']))
            .min(1)
            .max(4)
            .optional(),
        })
        .optional(),
    })
    .optional(),
  DeletionProtection: shape.oneOf(['ACTIVE', 'INACTIVE']).optional(),
  AutoVerifiedAttributes: verified.optional(),
  SmsVerificationMessage: smsMessage.optional(),
  EmailVerificationMessage: emailMessage.optional(),
  EmailVerificationSubject: emailSubject.optional(),
  VerificationMessageTemplate: z
    .object({
      SmsMessage: smsMessage.optional(),
      EmailMessage: emailMessage.optional(),
      EmailSubject: emailSubject.optional(),
      EmailMessageByLink: shape.text({ min: 6, max: 20_000 }).optional(),
      EmailSubjectByLink: emailSubject.optional(),
      DefaultEmailOption: shape.oneOf(['CONFIRM_WITH_LINK', 'CONFIRM_WITH_CODE']).optional(),
    })
    .optional(),
  SmsAuthenticationMessage: smsMessage.optional(),
  MfaConfiguration: shape.oneOf(['OFF', 'ON', 'OPTIONAL']).optional(),
  UserAttributeUpdateSettings: z
    .object({ AttributesRequireVerificationBeforeUpdate: verified.optional() })
    .optional(),
  DeviceConfiguration: z
    .object({
      ChallengeRequiredOnNewDevice: shape.flag.optional(),
      DeviceOnlyRememberedOnUserPrompt: shape.flag.optional(),
    })
    .optional(),
  UserPoolTags: z
    .record(shape.text({ min: 1, max: 128 }), shape.text({ max: 256 }))
    .refine((tags) => Object.keys(tags).length <= 50, 'Member must have length less than or equal to 50')
    .optional(),
  AdminCreateUserConfig: z
    .object({
      AllowAdminCreateUserOnly: shape.flag.optional(),
      UnusedAccountValidityDays: shape.integer({ min: 0, max: 365 }).optional(),
      InviteMessageTemplate: z
        .object({
          SMSMessage: smsMessage.optional(),
          EmailMessage: emailMessage.optional(),
          EmailSubject: emailSubject.optional(),
        })
        .optional(),
    })
    .optional(),
  AccountRecoverySetting: z
    .object({
      RecoveryMechanisms: z
        .array(
          z.object({
            Priority: shape.integer({ min: 1, max: 2 }),
            Name: shape.oneOf(['verified_email', 'verified_phone_number', 'admin_only']),
          }),
        )
        .min(1)
        .max(2)
        .optional(),
    })
    .optional(),
  LambdaConfig: described.optional(),
  EmailConfiguration: described.optional(),
  SmsConfiguration: described.optional(),
  UserPoolAddOns: described.optional(),
  UserPoolTier: shape.oneOf(['LITE', 'ESSENTIALS', 'PLUS']).optional(),
  DcrConfiguration: described.optional(),
  KeyConfiguration: described.optional(),
  IssuerConfiguration: described.optional(),
  AcrConfiguration: described.optional(),
} as const;

export const createUserPoolInput = z.object({
  PoolName: poolName,
  ...poolMembers,
  AliasAttributes: z
    .array(shape.oneOf(['phone_number', 'email', 'preferred_username']))
    .max(3)
    .optional(),
  UsernameAttributes: verified.optional(),
  Schema: z.array(schemaAttribute).min(1).max(50).optional(),
  UsernameConfiguration: z.object({ CaseSensitive: shape.flag }).optional(),
});
export type CreateUserPoolInput = z.output<typeof createUserPoolInput>;

export const updateUserPoolInput = z.object({
  UserPoolId: shape.poolId,
  PoolName: poolName.optional(),
  ...poolMembers,
});
export type UpdateUserPoolInput = z.output<typeof updateUserPoolInput>;
export type PoolMembers = Omit<UpdateUserPoolInput, 'UserPoolId' | 'PoolName'>;

export const DESCRIBED_POOL_MEMBERS = [
  'EmailConfiguration',
  'SmsConfiguration',
  'UserPoolAddOns',
  'UserPoolTier',
  'DcrConfiguration',
  'KeyConfiguration',
  'IssuerConfiguration',
  'AcrConfiguration',
] as const;
