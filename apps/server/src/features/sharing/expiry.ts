import type { Failure } from '../../operation.ts';

/**
 * Rejects an end that is not in the future. Access ends at the instant itself, so a grant that ends now has no effect.
 */
export function expiryFailure(expiresAt: string | null | undefined, now: Date): Failure | undefined {
  if (expiresAt === null || expiresAt === undefined || new Date(expiresAt) > now) return undefined;
  return { code: 'invalid_request', issues: [{ path: 'expiresAt', code: 'too_small' }] };
}
