import * as z from 'zod/mini';
import { Instant, NodeId, SpaceId, UserId } from './ids.ts';
import { EMAIL } from './email.ts';
import { LIMITS } from './limits.ts';
import { IssuerId } from './redirect.ts';
import { SystemRole } from './roles.ts';

export const Person = z.object({
  id: UserId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: SystemRole,
});
export type Person = z.infer<typeof Person>;

/** What the door offers. What is not offered is refused by the pool as well. */
export const SignInMethods = z.object({
  /** A passkey as the first factor. */
  passkey: z.boolean(),
  /** The pool's own list of first factors: a code by e-mail, for one. */
  choice: z.boolean(),
  /** Questions of the pool's own instead of a password. */
  custom: z.boolean(),
  /** People make their accounts themselves. */
  signUp: z.boolean(),
  /** A forgotten password can be replaced by a code. */
  reset: z.boolean(),
  /** Issuers that people are sent to. */
  issuers: z.array(z.object({ id: IssuerId, name: z.string() })),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

const Door = {
  /** True while nobody is administrator: the welcome page is open to the holder of the one-time code. */
  welcome: z.boolean(),
  serverTime: Instant,
  signIn: SignInMethods,
};

/** Who is asking: the first call of the application. Signed out is an answer, not an error. */
export const SessionView = z.discriminatedUnion('state', [
  z.object({ state: z.literal('signed_out'), ...Door }),
  z.object({
    state: z.literal('signed_in'),
    ...Door,
    person: Person,
    personalSpace: z.object({ id: SpaceId, rootId: NodeId }),
    expiresAt: Instant,
  }),
]);
export type SessionView = z.infer<typeof SessionView>;

/** Whose session the cookie names now; null when it names none. */
export const Standing = z.object({ personId: z.nullable(UserId) });

export const Email = z.string().check(z.minLength(3), z.maxLength(LIMITS.emailLengthMax), z.regex(EMAIL));

/** A password that is being set. Whether it is good enough is for the pool to say; the length is checked here already. */
export const NewPassword = z
  .string()
  .check(z.minLength(LIMITS.passwordLengthMin), z.maxLength(LIMITS.passwordLengthMax));

/** Creation of the first administrator. */
export const WelcomeRequest = z.strictObject({
  code: z.string().check(z.minLength(16), z.maxLength(100)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  email: Email,
  password: NewPassword,
});
export type WelcomeRequest = z.infer<typeof WelcomeRequest>;
