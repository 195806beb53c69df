import type { Pool } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';

/** Null issuer: the pool. Undefined when the configuration no longer has the issuer. */
export function providerOf(
  services: Pick<Services, 'pool' | 'issuers'>,
  issuerId: string | null,
): Pick<Pool, 'refresh' | 'revoke'> | undefined {
  return issuerId === null ? services.pool : services.issuers.get(issuerId);
}
