import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NewPassword } from './session.ts';

const Hex = z.string().check(z.minLength(1), z.maxLength(1_024), z.regex(/^[0-9a-fA-F]+$/));
const Username = z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.usernameLengthMax));

/** The first message of the sign-in: a name and the public SRP value. There is no member for a password. */
export const SignInRequest = z.strictObject({ username: Username, srpA: Hex });
export type SignInRequest = z.infer<typeof SignInRequest>;

/** Made by the browser once for each answer: the same id again gets the same result again. */
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
    /** Sets a password: passes through the server's memory once, is never logged. */
    newPassword: NewPassword,
    attributes: z.optional(z.record(z.string().check(z.maxLength(32)), z.string().check(z.maxLength(2_048)))),
  }),
  z.strictObject({
    challenge: z.literal('SOFTWARE_TOKEN_MFA'),
    answerId: AnswerId,
    code: z.string().check(z.regex(/^\d{6}$/)),
  }),
]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

const Pending = { username: z.string(), expiresAt: Instant, serverTime: Instant };

/** Where a sign-in stands. `none` when this browser has no attempt open. */
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
    /** Names of attributes that the pool wants besides the password, such as `name`. */
    requiredAttributes: z.array(z.string()),
  }),
  z.object({ step: z.literal('SOFTWARE_TOKEN_MFA'), ...Pending }),
  /** A challenge that Coffer does not know: the person is led to the provider's own page when there is one. */
  z.object({
    step: z.literal('unknown'),
    ...Pending,
    challenge: z.string(),
    hostedPage: z.nullable(z.string()),
  }),
  z.object({ step: z.literal('signed_in') }),
]);
export type SignInStep = z.infer<typeof SignInStep>;
