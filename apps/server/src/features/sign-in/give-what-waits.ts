import type { Services } from '../../services.ts';
import { withTimeout } from '../session/index.ts';
import { giveInvited } from '../sharing/index.ts';

/** Enough for nearly everybody; a job gives the rest within a minute. */
const FIRST = 5;
const WAIT_MS = 2_000;

/** What was shared with the address before it had an account. The sign-in succeeded already and never fails by it. */
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
