import { z } from 'zod';

/** Pool settings, as configured and as stored. Defaults are ours, ranges are Cognito's. */
export const passwordPolicySchema = z.strictObject({
  minimumLength: z.int().min(6).max(99).default(12),
  requireUppercase: z.boolean().default(false),
  requireLowercase: z.boolean().default(false),
  requireNumbers: z.boolean().default(false),
  requireSymbols: z.boolean().default(false),
  refuseCommon: z.boolean().default(true),
  /** Number of earlier passwords that cannot be reused. */
  historySize: z.int().min(0).max(24).default(0),
  /** 0 means 7, as at Cognito. */
  temporaryPasswordValidityDays: z.int().min(0).max(365).default(7),
});
export type PasswordPolicy = z.infer<typeof passwordPolicySchema>;

const messageText = z.string().min(6).max(20_000);
const subjectText = z.string().min(1).max(140);
const smsText = z.string().min(6).max(140);

export const schemaAttributeSchema = z.strictObject({
  /** Without the prefix `custom:`. */
  name: z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,20}$/u),
  isCustom: z.boolean(),
  type: z.enum(['String', 'Number', 'DateTime', 'Boolean']).default('String'),
  isMutable: z.boolean().default(true),
  isRequired: z.boolean().default(false),
  isDeveloperOnly: z.boolean().default(false),
  /** Length of a String or value of a Number, as text like on the wire. */
  minimum: z.string().max(131_072).optional(),
  maximum: z.string().max(131_072).optional(),
});
export type SchemaAttribute = z.infer<typeof schemaAttributeSchema>;

export const factorSchema = z.enum(['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN']);

/**
 * Handler of CUSTOM_AUTH. `module` is a file that exports `defineAuthChallenge`, `createAuthChallenge` and
 * `verifyAuthChallenge`. It runs operator code, so no API call can set it.
 */
export const customAuthSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email_code') }),
  z.strictObject({ kind: z.literal('module'), path: z.string().min(1).max(1024) }),
]);

export const poolSettingsSchema = z.strictObject({
  /** `['email']`: users sign in by e-mail, and Username is a UUID equal to `sub`. */
  usernameAttributes: z
    .array(z.enum(['email', 'phone_number']))
    .max(2)
    .default([]),
  /** Only without `usernameAttributes`. Only verified addresses work as aliases. */
  aliasAttributes: z
    .array(z.enum(['email', 'phone_number', 'preferred_username']))
    .max(3)
    .default([]),
  isUsernameCaseSensitive: z.boolean().default(true),
  passwordPolicy: passwordPolicySchema.prefault({}),
  schemaAttributes: z.array(schemaAttributeSchema).max(70).default([]),
  mfaConfiguration: z.enum(['OFF', 'OPTIONAL', 'ON']).default('OFF'),
  softwareTokenMfa: z.strictObject({ isEnabled: z.boolean().default(true) }).prefault({}),
  smsMfa: z.strictObject({ isEnabled: z.boolean().default(false), message: smsText.optional() }).prefault({}),
  emailMfa: z
    .strictObject({
      isEnabled: z.boolean().default(false),
      message: messageText.optional(),
      subject: subjectText.optional(),
    })
    .prefault({}),
  webAuthn: z
    .strictObject({
      relyingPartyId: z.string().min(1).max(127).optional(),
      userVerification: z.enum(['required', 'preferred']).default('preferred'),
      factorConfiguration: z
        .enum(['SINGLE_FACTOR', 'MULTI_FACTOR_WITH_USER_VERIFICATION'])
        .default('SINGLE_FACTOR'),
      /** Default: https on the relying party, and http on localhost. */
      origins: z
        .array(z.url({ protocol: /^https?$/ }))
        .max(10)
        .optional(),
    })
    .prefault({}),
  firstFactors: z.array(factorSchema).min(1).max(4).default(['PASSWORD']),
  authSessionValidityMinutes: z.int().min(3).max(15).default(3),
  autoVerifiedAttributes: z
    .array(z.enum(['email', 'phone_number']))
    .max(2)
    .default([]),
  /** The old address stays active until a code verifies the new one. */
  attributesVerifiedBeforeUpdate: z
    .array(z.enum(['email', 'phone_number']))
    .max(2)
    .default([]),
  accountRecovery: z
    .array(z.enum(['verified_email', 'verified_phone_number', 'admin_only']))
    .min(1)
    .max(2)
    .default(['verified_email', 'verified_phone_number']),
  isSelfSignUpAllowed: z.boolean().default(false),
  /** Cognito uses 24 h for the first two and 1 h for the last; shorter is safer. */
  codeLifeMinutes: z
    .strictObject({
      signUp: z.int().min(1).max(1440).default(60),
      verifyAttribute: z.int().min(1).max(1440).default(60),
      forgotPassword: z.int().min(1).max(60).default(10),
    })
    .prefault({}),
  /**
   * `mail_owner`: answers like any sign-up and mails the owner, so that accounts stay secret. `refuse`:
   * UsernameExistsException, as at Cognito; always so with PreventUserExistenceErrors=LEGACY.
   */
  signUpOfTakenAddress: z.enum(['mail_owner', 'refuse']).default('mail_owner'),
  signUpDomains: z.array(z.string().min(1).max(253).toLowerCase()).max(100).default([]),
  /** `{####}` is the code, `{username}` the name. */
  messages: z
    .strictObject({
      verificationEmail: messageText.optional(),
      verificationSubject: subjectText.optional(),
      verificationSms: smsText.optional(),
      inviteEmail: messageText.optional(),
      inviteSubject: subjectText.optional(),
      inviteSms: smsText.optional(),
    })
    .prefault({}),
  /** If set, devices are tracked. */
  deviceConfiguration: z
    .strictObject({
      isChallengeRequiredOnNewDevice: z.boolean().default(false),
      isRememberedOnlyOnUserPrompt: z.boolean().default(false),
    })
    .optional(),
  sessions: z
    .strictObject({
      isTracked: z.boolean().default(true),
      perUserMax: z.int().min(1).max(100).default(100),
    })
    .prefault({}),
  isDeletionProtected: z.boolean().default(false),
  tags: z.record(z.string().min(1).max(128), z.string().max(256)).default({}),
  customAuth: customAuthSchema.optional(),
  mayAdminSetLastingPassword: z.boolean().default(true),
});
export type PoolSettings = z.infer<typeof poolSettingsSchema>;

const DAY_MINUTES = 24 * 60;

export const clientSettingsSchema = z.strictObject({
  explicitAuthFlows: z
    .array(
      z.enum([
        'ALLOW_USER_SRP_AUTH',
        'ALLOW_REFRESH_TOKEN_AUTH',
        'ALLOW_USER_PASSWORD_AUTH',
        'ALLOW_ADMIN_USER_PASSWORD_AUTH',
        'ALLOW_CUSTOM_AUTH',
        'ALLOW_USER_AUTH',
      ]),
    )
    .max(6)
    .default(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
  accessTokenValidityMinutes: z.number().min(5).max(DAY_MINUTES).default(60),
  idTokenValidityMinutes: z.number().min(5).max(DAY_MINUTES).default(60),
  refreshTokenValidityMinutes: z
    .number()
    .min(60)
    .max(3650 * DAY_MINUTES)
    .default(30 * DAY_MINUTES),
  tokenValidityUnits: z
    .strictObject({
      accessToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional(),
      idToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional(),
      refreshToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional(),
    })
    .prefault({}),
  authSessionValidityMinutes: z.int().min(3).max(15).optional(),
  /** If set, each refresh replaces the token, and REFRESH_TOKEN_AUTH is refused. */
  rotation: z.strictObject({ retryGracePeriodSeconds: z.int().min(0).max(60) }).optional(),
  /** ENABLED: unknown user, disabled user and wrong password give the same error. */
  preventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('ENABLED'),
  enableTokenRevocation: z.boolean().default(true),
  /** Trusts UserContextData.IpAddress of requests with the client secret, for proxies. */
  propagateUserContext: z.boolean().default(false),
  /** Undefined: all readable attributes, and all that users may change. */
  readAttributes: z.array(z.string().min(1).max(2048)).max(100).optional(),
  writeAttributes: z.array(z.string().min(1).max(2048)).max(100).optional(),
  /** Compared as whole strings (RFC 9700 §2.1). */
  callbackUrls: z.array(z.string().min(1).max(1024)).max(100).default([]),
  defaultRedirectUri: z.string().min(1).max(1024).optional(),
  logoutUrls: z.array(z.string().min(1).max(1024)).max(100).default([]),
  isOAuthAllowed: z.boolean().default(false),
  oauthFlows: z
    .array(z.enum(['code', 'implicit', 'client_credentials']))
    .max(3)
    .default([]),
  oauthScopes: z.array(z.string().min(1).max(256)).max(50).default([]),
  /** `COGNITO` is the pool itself. */
  identityProviders: z.array(z.string().min(1).max(32)).max(50).default(['COGNITO']),
});
export type ClientSettings = z.infer<typeof clientSettingsSchema>;

export const poolIdSchema = z
  .string()
  .max(55)
  .regex(/^[\w-]+_[0-9a-zA-Z]+$/);

export const declaredClientSchema = z.strictObject({
  id: z.string().regex(/^[\w+]{1,128}$/),
  name: z.string().min(1).max(128),
  secret: z
    .string()
    .regex(/^[\w+]{24,64}$/)
    .optional(),
  ...clientSettingsSchema.shape,
  /** The only supported flow. */
  oauthFlows: z.array(z.literal('code')).max(1).default([]),
});
export type DeclaredClient = z.infer<typeof declaredClientSchema>;

export const declaredPoolSchema = z.strictObject({
  id: poolIdSchema,
  name: z.string().min(1).max(128),
  ...poolSettingsSchema.shape,
  clients: z.array(declaredClientSchema).max(100),
});
export type DeclaredPool = z.infer<typeof declaredPoolSchema>;
export type DeclaredPoolInput = z.input<typeof declaredPoolSchema>;

/** SRP hashes only the part of the pool id after the first underscore. */
export function srpPoolName(poolId: string): string {
  return poolId.slice(poolId.indexOf('_') + 1);
}
