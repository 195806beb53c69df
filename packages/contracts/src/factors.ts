import * as z from 'zod/mini';

/** The factors of one's own account. */
export const Factors = z.object({
  /** False for a person who came by another issuer, which keeps the factors itself. */
  isManagedHere: z.boolean(),
  authenticator: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  /** What may be on or off here: what the pool lets people switch on, and what is on already. */
  offered: z.array(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
  /** The one that is asked for when there are several. */
  preferred: z.nullable(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'])),
  /** Codes that are left to stand in for the authenticator. */
  recoveryCodesLeft: z.int(),
  /** A new address that waits for its code. */
  pendingEmail: z.nullable(z.string()),
});
export type Factors = z.infer<typeof Factors>;

/** The secret of a new authenticator: shown once, as QR code and as text. */
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
