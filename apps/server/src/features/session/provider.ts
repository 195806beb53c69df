import type { Pool } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';

/** Who gave a session its tokens: the pool (null), or an issuer; undefined when the configuration no longer has it. */
export function providerOf(
  services: Pick<Services, 'pool' | 'issuers'>,
  issuerId: string | null,
): Pick<Pool, 'refresh' | 'revoke'> | undefined {
  return issuerId === null ? services.pool : services.issuers.get(issuerId);
}
