import type { Pool } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';

/** The provider of a session; a null issuer means the user pool. Undefined if the issuer is no longer configured. */
export function providerOf(
  services: Pick<Services, 'pool' | 'issuers'>,
  issuerId: string | null,
): Pick<Pool, 'refresh' | 'revoke'> | undefined {
  return issuerId === null ? services.pool : services.issuers.get(issuerId);
}
