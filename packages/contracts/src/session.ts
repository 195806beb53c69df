import * as z from 'zod/mini';
import { Instant, NodeId, SpaceId, UserId } from './ids.ts';
import { EMAIL } from './email.ts';
import { LIMITS } from './limits.ts';
import { SystemRole } from './roles.ts';

export const Person = z.object({
  id: UserId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: SystemRole,
});
export type Person = z.infer<typeof Person>;

const Door = {
  /** True while nobody is administrator: the welcome page is open to the holder of the one-time code. */
  welcome: z.boolean(),
  serverTime: Instant,
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
