import * as z from 'zod/mini';
import { isReturnPath } from './return-path.ts';

export const IssuerId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));

const ReturnPath = z.string().check(z.refine(isReturnPath));

export const StartRedirectRequest = z.strictObject({
  issuer: IssuerId,
  /** A path of this application. */
  returnTo: z.optional(ReturnPath),
  /** Asks for the proof again, even with an open session at the issuer. For calls that need a recent sign-in. */
  isFresh: z.optional(z.boolean()),
});
export type StartRedirectRequest = z.infer<typeof StartRedirectRequest>;

export const RedirectStart = z.object({ url: z.url() });
export type RedirectStart = z.infer<typeof RedirectStart>;

/** The query string of `/auth/callback`, unchanged and with `?`. */
export const FinishRedirectRequest = z.strictObject({
  query: z.string().check(z.maxLength(8_192), z.regex(/^\?/)),
});
export type FinishRedirectRequest = z.infer<typeof FinishRedirectRequest>;

export const RedirectFinish = z.object({ returnTo: ReturnPath });
export type RedirectFinish = z.infer<typeof RedirectFinish>;

/** The URL that also ends the issuer's session after a sign-out, if any. */
export const SignedOut = z.object({ next: z.nullable(z.url()) });
export type SignedOut = z.infer<typeof SignedOut>;
