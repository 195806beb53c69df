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
  /** 0 means 7, as at Cognito. */
  temporaryPasswordValidityDays: z.int().min(0).max(365).default(7),
});
export type PasswordPolicy = z.infer<typeof passwordPolicySchema>;

export const poolSettingsSchema = z.strictObject({
  /** `['email']`: people sign in by e-mail and Username is a uuid equal to `sub`. */
  usernameAttributes: z.array(z.literal('email')).max(1).default([]),
  isUsernameCaseSensitive: z.boolean().default(true),
  passwordPolicy: passwordPolicySchema.prefault({}),
  mfaConfiguration: z.enum(['OFF', 'OPTIONAL', 'ON']).default('OFF'),
  authSessionValidityMinutes: z.int().min(3).max(15).default(3),
  customAttributes: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,20}$/))
    .max(50)
    .default([]),
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
  accessTokenValidityMinutes: z.int().min(5).max(DAY_MINUTES).default(60),
  idTokenValidityMinutes: z.int().min(5).max(DAY_MINUTES).default(60),
  refreshTokenValidityMinutes: z
    .int()
    .min(60)
    .max(3650 * DAY_MINUTES)
    .default(30 * DAY_MINUTES),
  /** Given: each use of a refresh token replaces it, and REFRESH_TOKEN_AUTH is refused. */
  rotation: z.strictObject({ retryGracePeriodSeconds: z.int().min(0).max(60) }).optional(),
  /** ENABLED: unknown, disabled and wrong look alike until a right password is shown. */
  preventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('ENABLED'),
  enableTokenRevocation: z.boolean().default(true),
  /** Believe UserContextData.IpAddress of a request that knows the client's secret: set it for a relay. */
  propagateUserContext: z.boolean().default(false),
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

/** The part of a pool id that SRP hashes: what follows the first underscore. */
export function srpPoolName(poolId: string): string {
  return poolId.slice(poolId.indexOf('_') + 1);
}
