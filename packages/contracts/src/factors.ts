import * as z from 'zod/mini';

export const Factors = z.object({
  /** False if another issuer manages the factors. */
  isManagedHere: z.boolean(),
  authenticator: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  /** Factors that the pool allows or that are already enabled. */
  offered: z.array(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
  /** The preferred one of several factors. */
  preferred: z.nullable(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
  /** Null if no recovery code could be used here. */
  recoveryCodesLeft: z.nullable(z.int()),
  /** A new address that is not confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  /** Verified by the issuer or the user pool. */
  isEmailVerified: z.boolean(),
  /** True for the only administrator, whose account cannot be deleted. */
  isOnlyAdministrator: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

/** Shown once. */
export const AuthenticatorSecret = z.object({
  /** Base32 without padding (RFC 4648 section 6). */
  secret: z.string(),
  /** `otpauth://totp/...` for the QR code. */
  uri: z.string(),
});
export type AuthenticatorSecret = z.infer<typeof AuthenticatorSecret>;

export const VerifyAuthenticatorRequest = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/)),
});
export type VerifyAuthenticatorRequest = z.infer<typeof VerifyAuthenticatorRequest>;
