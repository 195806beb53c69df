import type { Failure } from '../../operation.ts';

/** Access ends at the instant itself, so a grant that ends now would have no effect. */
export function expiryFailure(expiresAt: string | null | undefined, now: Date): Failure | undefined {
  if (expiresAt === null || expiresAt === undefined || new Date(expiresAt) > now) return undefined;
  return { code: 'invalid_request', issues: [{ path: 'expiresAt', code: 'too_small' }] };
}
