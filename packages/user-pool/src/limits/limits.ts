import type { Clock } from '@coffer/kit';
import { z } from 'zod';
import type { Db } from '../store/database/database.ts';
import { takeTokens } from '../store/rate-buckets.ts';

/** A bucket of `count` tokens, refilled over `perSeconds`. */
const rateSchema = z.strictObject({
  count: z.int().min(1).max(1_000_000),
  perSeconds: z.int().min(1).max(86_400),
});

type Rate = z.output<typeof rateSchema>;

const HOUR_SECONDS = 3600;
const perHour = (count: number) => rateSchema.nullable().default({ count, perSeconds: HOUR_SECONDS });
const perSecond = (count: number) => z.int().min(1).max(1_000_000).nullable().default(count);

/** Rate limits; defaults are the quotas that Cognito documents. */
export const limitsSchema = z.strictObject({
  /** Limits per user. Above them, an operation returns LimitExceededException. */
  users: z
    .strictObject({
      resendConfirmationCode: perHour(5),
      confirmSignUp: perHour(15),
      /** Shared by ForgotPassword and ConfirmForgotPassword. */
      forgotPassword: perHour(10),
      changePassword: perHour(5),
      getAttributeVerificationCode: perHour(5),
      verifyAttribute: perHour(15),
      signInCode: perHour(20),
      /** Token requests. Above the limit: TooManyRequestsException, or 429 at the token endpoint. */
      tokens: rateSchema.nullable().default({ count: 60, perSeconds: 60 }),
      /** Requests with an access token. Above the limit: TooManyRequestsException. */
      requests: rateSchema.nullable().default({ count: 10, perSeconds: 1 }),
    })
    .prefault({}),
  clients: z
    .strictObject({
      tokens: rateSchema.nullable().default({ count: 120, perSeconds: 1 }),
    })
    .prefault({}),
  /** Requests per second and source. `limits/categories.ts` assigns operations. */
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
 * Returns false if no token of `subject`, a `sub` or that of a decoy user, is left; the operation then returns
 * `attemptLimitExceeded`. Call this outside a transaction, so that a rollback does not return the token.
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

/** Seconds until an empty bucket has a token again. Undefined without a limit. */
export function waitFor(rate: Rate | null): number | undefined {
  return rate === null ? undefined : Math.ceil(rate.perSeconds / rate.count);
}
