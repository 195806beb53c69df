import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { hasAdministrator } from './store/users.ts';
import { deleteWelcome, lockWelcome, putWelcome } from './store/welcome.ts';

/**
 * A new one-time code for the first administrator, to be printed where only the operator looks; the one before is void. Undefined
 * once an administrator exists. The database keeps a hash.
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
      // A creation that another server has under way, or that a crash cut off, goes on.
      claimedUntil: before?.claimedUntil ?? null,
      pendingEmail: before?.pendingEmail ?? null,
    };
    await putWelcome(tx, welcome, services.clock.now());
    return code;
  });
}
