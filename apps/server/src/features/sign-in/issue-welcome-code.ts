import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hasAdministrator, hashSecret, newSecret } from '../session/index.ts';
import { deleteWelcome, lockWelcome, putWelcome } from './store/welcome.ts';

/**
 * Issues a welcome code that replaces the earlier one; only its hash is stored. Undefined once an administrator exists.
 */
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
      // Keeps the state of an account creation that is in progress or was interrupted.
      claimedUntil: before?.claimedUntil ?? null,
      pendingEmail: before?.pendingEmail ?? null,
    };
    await putWelcome(tx, welcome, services.clock.now());
    return code;
  });
}
