import { type Issue, LIMITS } from '@coffer/contracts';

/** Undefined when the expiry is allowed. */
export function expiryIssue(expiresAt: Date, now: Date): Issue | undefined {
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (lifeMs <= 0) return { path: 'expiresAt', code: 'too_small' };
  return lifeMs > LIMITS.linkLifeMaxMs ? { path: 'expiresAt', code: 'too_big' } : undefined;
}
