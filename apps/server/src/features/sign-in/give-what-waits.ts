import type { Services } from '../../services.ts';
import { withTimeout } from '../session/index.ts';
import { giveInvited } from '../sharing/index.ts';

/**
 * The number of grants given at sign-in, which is enough for nearly everybody. A job gives the rest within a minute.
 */
const FIRST = 5;
const WAIT_MS = 2_000;

/**
 * Gives the person the grants that waited for their e-mail address. A failure is logged, and does not fail the sign-in.
 */
export async function giveWhatWaits(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'newId'>,
  email: string,
): Promise<void> {
  const giving = giveInvited(services, { email, limit: FIRST }).then(
    () => undefined,
    (error: unknown) => services.log.error('waiting_grants_not_given', {}, error),
  );
  await withTimeout(WAIT_MS, undefined, giving);
}
