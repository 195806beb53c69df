import * as z from 'zod/mini';
import { Instant, NodeId, PictureId, SpaceId, UserId } from './ids.ts';
import { EMAIL } from './email.ts';
import { LIMITS } from './limits.ts';
import { IssuerId } from './redirect.ts';
import { SystemRole } from './role-schemas.ts';
import { typedLine } from './text.ts';

export const Person = z.object({
  id: UserId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: SystemRole,
  picture: z.optional(PictureId),
});
export type Person = z.infer<typeof Person>;

export const IssuerChoice = z.object({ id: IssuerId, name: z.string() });

/** The offered sign-in methods. The pool refuses all others as well. */
export const SignInMethods = z.object({
  passkey: z.boolean(),
  /** The pool's list of first factors. */
  choice: z.boolean(),
  /** The pool's custom challenge. */
  custom: z.boolean(),
  signUp: z.boolean(),
  reset: z.boolean(),
  /** A mail server is configured, or the pool sends codes. */
  mail: z.boolean(),
  issuers: z.array(IssuerChoice),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

const EntryOptions = {
  /** True while there is no administrator: the welcome page accepts the one-time code. */
  welcome: z.boolean(),
  /** The first administrator has to be created. */
  isNotSetUp: z.boolean(),
  serverTime: Instant,
  signIn: SignInMethods,
};

/** The current session; the application's first call. `signed_out` is a normal response, not an error. */
export const SessionView = z.discriminatedUnion('state', [
  z.object({ state: z.literal('signed_out'), ...EntryOptions }),
  z.object({
    state: z.literal('signed_in'),
    ...EntryOptions,
    person: Person,
    personalSpace: z.object({ id: SpaceId, rootId: NodeId }),
    expiresAt: Instant,
  }),
]);
export type SessionView = z.infer<typeof SessionView>;

/** The current owner of the session cookie. Null without a session. */
export const SessionStatus = z.object({ personId: z.nullable(UserId) });

export const Email = z.string().check(
  z.minLength(3),
  z.maxLength(LIMITS.emailLengthMax),
  z.regex(EMAIL),
  z.refine((text) => text.isWellFormed()),
);

/** An address that is also the user name at the pool. */
export const AccountEmail = Email.check(z.maxLength(LIMITS.usernameLengthMax));

export const PersonName = typedLine(1, 100);

export const Username = typedLine(1, LIMITS.usernameLengthMax);

/** Only the length is checked here; the pool applies its policy. */
export const NewPassword = z
  .string()
  .check(z.minLength(LIMITS.passwordLengthMin), z.maxLength(LIMITS.passwordLengthMax));

export const WelcomeRequest = z.strictObject({
  code: z.string().check(z.minLength(16), z.maxLength(100)),
  name: PersonName,
  email: AccountEmail,
  password: NewPassword,
});
export type WelcomeRequest = z.infer<typeof WelcomeRequest>;
