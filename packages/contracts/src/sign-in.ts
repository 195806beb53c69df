import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { Email, NewPassword, Username } from './session.ts';
import { CHOICES, CODE_CHALLENGES, SECOND_FACTORS } from './sign-in-flow.ts';

const Hex = z.string().check(z.minLength(1), z.maxLength(1_024), z.regex(/^[0-9a-fA-F]+$/));
/** Cognito sends six or eight digits. Other lengths are left to the pool. */
const Code = z.string().check(z.regex(/^\d{4,10}$/));

/**
 * The first sign-in request: a user name, and the public SRP value for password sign-ins. It never contains a password.
 */
export const SignInRequest = z.union([
  z.strictObject({ username: Username, srpA: Hex }),
  z.strictObject({ username: Username, first: z.enum(['passkey', 'choice', 'custom']) }),
]);
export type SignInRequest = z.infer<typeof SignInRequest>;

/** Idempotency id of an answer, created by the browser. The same id returns the same result. */
const AnswerId = z.uuid();

export const SignInAnswer = z.discriminatedUnion('challenge', [
  z.strictObject({
    challenge: z.literal('PASSWORD_VERIFIER'),
    answerId: AnswerId,
    /** Base64 of the HMAC that proves knowledge of the password. */
    signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
    /** `EEE MMM d HH:mm:ss 'UTC' yyyy`, in the server's time. */
    timestamp: z.string().check(z.minLength(20), z.maxLength(40)),
  }),
  z.strictObject({
    challenge: z.literal('NEW_PASSWORD_REQUIRED'),
    answerId: AnswerId,
    /** Passes through the server's memory once and is never logged. */
    newPassword: NewPassword,
    attributes: z.optional(z.record(z.string().check(z.maxLength(32)), z.string().check(z.maxLength(2_048)))),
  }),
  ...CODE_CHALLENGES.map((challenge) =>
    z.strictObject({ challenge: z.literal(challenge), answerId: AnswerId, code: Code }),
  ),
  z.strictObject({
    challenge: z.literal('SELECT_MFA_TYPE'),
    answerId: AnswerId,
    factor: z.enum(SECOND_FACTORS),
  }),
  z.strictObject({
    challenge: z.literal('MFA_SETUP'),
    answerId: AnswerId,
    factor: z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']),
    /** For EMAIL_OTP. */
    email: z.optional(Email),
  }),
  z.strictObject({ challenge: z.literal('MFA_SETUP_AUTHENTICATOR'), answerId: AnswerId, code: Code }),
  z.strictObject({
    challenge: z.literal('CUSTOM_CHALLENGE'),
    answerId: AnswerId,
    answer: z.string().check(z.minLength(1), z.maxLength(2_048)),
  }),
  z.strictObject({
    challenge: z.literal('SELECT_CHALLENGE'),
    answerId: AnswerId,
    choice: z.enum(CHOICES),
    srpA: z.optional(Hex),
  }),
  z.strictObject({
    challenge: z.literal('WEB_AUTHN'),
    answerId: AnswerId,
    /** AuthenticationResponseJSON (WebAuthn level 3, 5.1) as text. */
    credential: z.string().check(z.minLength(2), z.maxLength(16_384)),
  }),
]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

const Pending = { username: z.string(), expiresAt: Instant, serverTime: Instant };
/** Masked: `b***@e***`. Null if unknown. */
const Delivery = {
  destination: z.nullable(z.string()),
  medium: z.nullable(z.enum(['EMAIL', 'SMS'])),
  /**
   * True if `resendSignIn` can send another code. Otherwise the sign-in must restart, because resending needs the
   * password.
   */
  canResend: z.boolean(),
};

/** `none`: there is no open attempt. */
export const SignInStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('none') }),
  z.object({
    step: z.literal('PASSWORD_VERIFIER'),
    ...Pending,
    poolName: z.string(),
    userIdForSrp: z.string(),
    salt: z.string(),
    srpB: z.string(),
    secretBlock: z.string(),
  }),
  z.object({
    step: z.literal('NEW_PASSWORD_REQUIRED'),
    ...Pending,
    /** Attributes that are required in addition to the password, such as `name`. */
    requiredAttributes: z.array(z.string()),
  }),
  z.object({ step: z.literal('SMS_MFA'), ...Pending, ...Delivery }),
  z.object({ step: z.literal('EMAIL_OTP'), ...Pending, ...Delivery }),
  z.object({ step: z.literal('SMS_OTP'), ...Pending, ...Delivery }),
  z.object({ step: z.literal('SOFTWARE_TOKEN_MFA'), ...Pending }),
  z.object({ step: z.literal('SELECT_MFA_TYPE'), ...Pending, factors: z.array(z.enum(SECOND_FACTORS)) }),
  z.object({
    step: z.literal('MFA_SETUP'),
    ...Pending,
    factors: z.array(z.enum(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'])),
  }),
  z.object({
    step: z.literal('MFA_SETUP_AUTHENTICATOR'),
    ...Pending,
    /** Base32 without padding (RFC 4648 section 6). */
    secret: z.string(),
    /** `otpauth://totp/...` for the QR code. */
    uri: z.string(),
  }),
  z.object({
    step: z.literal('CUSTOM_CHALLENGE'),
    ...Pending,
    /** The operator's challenge parameters. */
    parameters: z.record(z.string(), z.string()),
  }),
  z.object({ step: z.literal('SELECT_CHALLENGE'), ...Pending, choices: z.array(z.enum(CHOICES)) }),
  z.object({
    step: z.literal('WEB_AUTHN'),
    ...Pending,
    /** PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, 5.5) as text. */
    options: z.string(),
  }),
  /** An unsupported challenge. The person is sent to the pool's hosted pages, if available. */
  z.object({
    step: z.literal('unknown'),
    ...Pending,
    challenge: z.string(),
    /** Null without hosted pages. */
    hostedIssuer: z.nullable(z.string()),
  }),
  z.object({ step: z.literal('signed_in') }),
]);
export type SignInStep = z.infer<typeof SignInStep>;
