import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import { networkOf } from '../../platform/network/client-address.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { tooManyTries } from '../session/index.ts';
import { LINK_BURST, LINK_INTERVAL_MS } from './model.ts';

export function createLinkRateLimit({
  clock,
}: Pick<Services, 'clock'>): (address: string) => Result<undefined, Failure> {
  const limit = createRateLimit({ clock, burst: LINK_BURST, intervalMs: LINK_INTERVAL_MS });
  return (address) => {
    const waitMs = limit.take(networkOf(address));
    return waitMs > 0 ? err(tooManyTries(waitMs, clock.now())) : ok(undefined);
  };
}
