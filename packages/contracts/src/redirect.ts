import * as z from 'zod/mini';
import { isReturnPath } from './return-path.ts';

/** Names an issuer of the configuration. */
export const IssuerId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));

const ReturnPath = z.string().check(z.refine(isReturnPath));

/** Begins the sign-in at another issuer. */
export const StartRedirectRequest = z.strictObject({
  issuer: IssuerId,
  /** Where the person wanted to go: a path of this application. */
  returnTo: z.optional(ReturnPath),
});
export type StartRedirectRequest = z.infer<typeof StartRedirectRequest>;

/** The address of the issuer that the browser goes to next. */
export const RedirectStart = z.object({ url: z.url() });
export type RedirectStart = z.infer<typeof RedirectStart>;

/** What the issuer sent back in the address of `/auth/callback`: the query as it stands, `?` included. */
export const FinishRedirectRequest = z.strictObject({
  query: z.string().check(z.maxLength(8_192), z.regex(/^\?/)),
});
export type FinishRedirectRequest = z.infer<typeof FinishRedirectRequest>;

export const RedirectFinish = z.object({ returnTo: ReturnPath });
export type RedirectFinish = z.infer<typeof RedirectFinish>;

/** After a sign-out: where the browser goes to end the session at the issuer as well. */
export const SignedOut = z.object({ next: z.nullable(z.url()) });
export type SignedOut = z.infer<typeof SignedOut>;
