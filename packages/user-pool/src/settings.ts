import { z } from 'zod';

/** The rules of a pool, as configured and as kept in the database. Defaults are ours; ranges are Cognito's. */
export const passwordPolicySchema = z.strictObject({
  minimumLength: z.int().min(6).max(99).default(12),
  requireUppercase: z.boolean().default(false),
  requireLowercase: z.boolean().default(false),
  requireNumbers: z.boolean().default(false),
  requireSymbols: z.boolean().default(false),
  /** Refuses common passwords, repetitions, sequences, and the user's own e-mail and name. */
  refuseCommon: z.boolean().default(true),
  /** How many earlier passwords may not come back; 0 keeps none. */
  historySize: z.int().min(0).max(24).default(0),
  /** 0 means 7, as at Cognito. */
  temporaryPasswordValidityDays: z.int().min(0).max(365).default(7),
});
export type PasswordPolicy = z.infer<typeof passwordPolicySchema>;

const messageText = z.string().min(6).max(20_000);
const subjectText = z.string().min(1).max(140);
const smsText = z.string().min(6).max(140);

/** An attribute of the schema beyond the standard ones, or a standard one that is required. */
export const schemaAttributeSchema = z.strictObject({
  /** Custom ones without `custom:`. */
  name: z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,20}$/u),
  isCustom: z.boolean(),
  type: z.enum(['String', 'Number', 'DateTime', 'Boolean']).default('String'),
  isMutable: z.boolean().default(true),
  isRequired: z.boolean().default(false),
  isDeveloperOnly: z.boolean().default(false),
  /** Length of a String, value of a Number; as text, as on the wire. */
  minimum: z.string().max(131_072).optional(),
  maximum: z.string().max(131_072).optional(),
});
export type SchemaAttribute = z.infer<typeof schemaAttributeSchema>;

export const factorSchema = z.enum(['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN']);

/**
 * Who decides a CUSTOM_AUTH sign-in. `email_code` asks for a code sent by e-mail. `module` is a file that exports
 * `defineAuthChallenge`, `createAuthChallenge` and `verifyAuthChallenge`: code of the operator, so it is configured at
 * start and never by a call.
 */
export const customAuthSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email_code') }),
  z.strictObject({ kind: z.literal('module'), path: z.string().min(1).max(1024) }),
]);

export const poolSettingsSchema = z.strictObject({
  /** `['email']`: people sign in by e-mail and Username is a uuid equal to `sub`. */
  usernameAttributes: z
    .array(z.enum(['email', 'phone_number']))
    .max(2)
    .default([]),
  /** Beside the username, where `usernameAttributes` is empty; only verified addresses count. */
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
  /** Without a relying party there are no passkeys. */
  webAuthn: z
    .strictObject({
      relyingPartyId: z.string().min(1).max(127).optional(),
      userVerification: z.enum(['required', 'preferred']).default('preferred'),
      factorConfiguration: z
        .enum(['SINGLE_FACTOR', 'MULTI_FACTOR_WITH_USER_VERIFICATION'])
        .default('SINGLE_FACTOR'),
      /** Pages that may use the passkeys; left out: https on the relying party, and http where it is localhost. */
      origins: z
        .array(z.url({ protocol: /^https?$/ }))
        .max(10)
        .optional(),
    })
    .prefault({}),
  /** What USER_AUTH may begin with. */
  firstFactors: z.array(factorSchema).min(1).max(4).default(['PASSWORD']),
  authSessionValidityMinutes: z.int().min(3).max(15).default(3),
  /** What is proved by a code at sign-up. */
  autoVerifiedAttributes: z
    .array(z.enum(['email', 'phone_number']))
    .max(2)
    .default([]),
  /** A changed address stays pending, and the old one in force, until a code proves it. */
  attributesVerifiedBeforeUpdate: z
    .array(z.enum(['email', 'phone_number']))
    .max(2)
    .default([]),
  /** Ways to a forgotten password, the first that the user has. */
  accountRecovery: z
    .array(z.enum(['verified_email', 'verified_phone_number', 'admin_only']))
    .min(1)
    .max(2)
    .default(['verified_email', 'verified_phone_number']),
  isSelfSignUpAllowed: z.boolean().default(false),
  /** How long codes live. Cognito has 24 h for the first two and 1 h for the last; shorter is harder to guess or steal. */
  codeLifeMinutes: z
    .strictObject({
      signUp: z.int().min(1).max(1440).default(60),
      verifyAttribute: z.int().min(1).max(1440).default(60),
      forgotPassword: z.int().min(1).max(60).default(10),
    })
    .prefault({}),
  /**
   * What becomes of a sign-up with an address that somebody signs in by. `mail_owner`: the answer is that of any other
   * sign-up, and the owner is told by mail, so that nobody learns who has an account. `refuse`: UsernameExistsException,
   * as at Cognito, and always so for clients with PreventUserExistenceErrors=LEGACY.
   */
  signUpOfTakenAddress: z.enum(['mail_owner', 'refuse']).default('mail_owner'),
  /** `{####}` stands for the code, `{username}` for the name. */
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
  /** Given: devices are tracked. */
  deviceConfiguration: z
    .strictObject({
      isChallengeRequiredOnNewDevice: z.boolean().default(false),
      isRememberedOnlyOnUserPrompt: z.boolean().default(false),
    })
    .optional(),
  /** With tracking, users see their sessions and end them; of more than `perUserMax` the least used ends. */
  sessions: z
    .strictObject({
      isTracked: z.boolean().default(true),
      perUserMax: z.int().min(1).max(100).default(100),
    })
    .prefault({}),
  isDeletionProtected: z.boolean().default(false),
  tags: z.record(z.string().min(1).max(128), z.string().max(256)).default({}),
  customAuth: customAuthSchema.optional(),
  /** True: AdminSetUserPassword may set a lasting password. */
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
  /** The units that the client was described with, so that it is described with them again. */
  tokenValidityUnits: z
    .strictObject({
      accessToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional(),
      idToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional(),
      refreshToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional(),
    })
    .prefault({}),
  /** Overrides the pool's. */
  authSessionValidityMinutes: z.int().min(3).max(15).optional(),
  /** Given: each use of a refresh token replaces it, and REFRESH_TOKEN_AUTH is refused. */
  rotation: z.strictObject({ retryGracePeriodSeconds: z.int().min(0).max(60) }).optional(),
  /** ENABLED: unknown, disabled and wrong look alike until a right password is shown. */
  preventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('ENABLED'),
  enableTokenRevocation: z.boolean().default(true),
  /** Believe UserContextData.IpAddress of a request that knows the client's secret: set it for a relay. */
  propagateUserContext: z.boolean().default(false),
  /** Attributes that the client's users may see and change; left out: all, and all that users may change. */
  readAttributes: z.array(z.string().min(1).max(2048)).max(100).optional(),
  writeAttributes: z.array(z.string().min(1).max(2048)).max(100).optional(),
  /** Compared as text, whole (RFC 9700 §2.1). */
  callbackUrls: z.array(z.string().min(1).max(1024)).max(100).default([]),
  defaultRedirectUri: z.string().min(1).max(1024).optional(),
  logoutUrls: z.array(z.string().min(1).max(1024)).max(100).default([]),
  isOAuthAllowed: z.boolean().default(false),
  oauthFlows: z
    .array(z.enum(['code', 'implicit', 'client_credentials']))
    .max(3)
    .default([]),
  oauthScopes: z.array(z.string().min(1).max(256)).max(50).default([]),
  /** `COGNITO` is the pool's own people. */
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
});
export type DeclaredClient = z.infer<typeof declaredClientSchema>;

export const declaredPoolSchema = z.strictObject({
  id: poolIdSchema,
  name: z.string().min(1).max(128),
  ...poolSettingsSchema.shape,
  clients: z.array(declaredClientSchema).max(100),
});
export type DeclaredPool = z.infer<typeof declaredPoolSchema>;
/** A pool as it is written down: what has a default may be left out. */
export type DeclaredPoolInput = z.input<typeof declaredPoolSchema>;

/** The part of a pool id that SRP hashes: what follows the first underscore. */
export function srpPoolName(poolId: string): string {
  return poolId.slice(poolId.indexOf('_') + 1);
}
