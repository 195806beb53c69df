import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hasAdministrator, hashSecret, newSecret } from '../session/index.ts';
import { deleteWelcome, lockWelcome, putWelcome } from './store/welcome.ts';

/** Replaces the earlier code; only a hash is stored. Undefined once an administrator exists. */
export async function issueWelcomeCode(
  services: Pick<Services, 'clock' | 'db'>,
): Promise<string | undefined> {
  const code = newSecret();
  return await inTransaction(services.db, async (tx) => {
    const before = await lockWelcome(tx);
    if (await hasAdministrator(tx)) {
      await deleteWelcome(tx);
      return undefined;
    }
    const welcome = {
      codeHash: hashSecret(code),
      // An account creation may be in progress or interrupted.
      claimedUntil: before?.claimedUntil ?? null,
      pendingEmail: before?.pendingEmail ?? null,
    };
    await putWelcome(tx, welcome, services.clock.now());
    return code;
  });
}
