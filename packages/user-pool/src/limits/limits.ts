import type { Clock } from '@coffer/kit';
import { z } from 'zod';
import type { Db } from '../store/database.ts';
import { takeTokens } from '../store/rate-buckets.ts';

/** So many at once, and as many again over `perSeconds`. */
const rateSchema = z.strictObject({
  count: z.int().min(1).max(1_000_000),
  perSeconds: z.int().min(1).max(86_400),
});

type Rate = z.output<typeof rateSchema>;

const HOUR_SECONDS = 3600;
/** Null switches a limit off. */
const perHour = (count: number) => rateSchema.nullable().default({ count, perSeconds: HOUR_SECONDS });
const perSecond = (count: number) => z.int().min(1).max(1_000_000).nullable().default(count);

/** Limits of requests, with the quotas that Cognito documents as defaults. */
export const limitsSchema = z.strictObject({
  /** For each user; beyond them an operation answers LimitExceededException. */
  users: z
    .strictObject({
      resendConfirmationCode: perHour(5),
      confirmSignUp: perHour(15),
      /** ForgotPassword and ConfirmForgotPassword together. */
      forgotPassword: perHour(10),
      changePassword: perHour(5),
      getAttributeVerificationCode: perHour(5),
      verifyAttribute: perHour(15),
      /** Codes that are sent in the course of a sign-in, by e-mail or SMS. */
      signInCode: perHour(20),
      /** Tokens for codes and refresh tokens; beyond it TooManyRequestsException, 429 at the token endpoint. */
      tokens: rateSchema.nullable().default({ count: 60, perSeconds: 60 }),
      /** Everything with an access token; beyond it TooManyRequestsException. */
      requests: rateSchema.nullable().default({ count: 10, perSeconds: 1 }),
    })
    .prefault({}),
  /** For each client, over all its users and networks; beyond them as above. */
  clients: z
    .strictObject({
      tokens: rateSchema.nullable().default({ count: 120, perSeconds: 1 }),
    })
    .prefault({}),
  /** A second, for each source; beyond them TooManyRequestsException. What belongs where: `limits/categories.ts`. */
  requests: z
    .strictObject({
      userAuthentication: perSecond(120),
      challengeAnswer: perSecond(360),
      userCreation: perSecond(50),
      accountRecovery: perSecond(30),
      userRead: perSecond(120),
      userUpdate: perSecond(25),
      userToken: perSecond(120),
      userList: perSecond(30),
      poolRead: perSecond(15),
      poolUpdate: perSecond(15),
    })
    .prefault({}),
});
export type Limits = z.output<typeof limitsSchema>;
export type LimitsInput = z.input<typeof limitsSchema>;
export type UserRule = keyof Limits['users'];
export type RequestCategory = keyof Limits['requests'];

/**
 * Takes one of a user's tries. False when there is none left: then the operation answers `attemptLimitExceeded` and does
 * nothing. `subject` is the `sub`, or the made-up one of an unknown name, so that both are refused alike. Call it before
 * a transaction is opened: what was taken stays taken whatever comes of the request.
 */
export async function takeToken(
  deps: { readonly db: Db; readonly clock: Clock; readonly limits: Limits },
  take: { readonly subject: string; readonly rule: UserRule },
): Promise<boolean> {
  const rate = deps.limits.users[take.rule];
  if (rate === null) return true;
  const subject = `user:${take.rule}:${take.subject}`;
  return (await takeTokens(deps.db, { subject, rate, count: 1, now: deps.clock.now() })) === 1;
}

/** The most seconds until a bucket that is empty holds a token again; undefined where there is no limit. */
export function waitFor(rate: Rate | null): number | undefined {
  return rate === null ? undefined : Math.ceil(rate.perSeconds / rate.count);
}
