import { createVault } from '../../../packages/user-pool/src/crypto/vault.ts';
import { connectDatabase } from '../../../packages/user-pool/src/store/database/database.ts';
import { rotateAllKeys } from '../../../packages/user-pool/src/tokens/rotate-keys.ts';
import type { SignInWorld } from './sign-in-world.ts';

export async function rotatePoolKeys(
  { poolVault, clock }: Pick<SignInWorld, 'poolVault' | 'clock'>,
  way: 'overlap' | 'withdraw',
): Promise<void> {
  const own = connectDatabase({ connectionString: poolVault.connectionString }, () => undefined);
  try {
    await rotateAllKeys({ db: own.db, clock, vault: createVault(poolVault.key) }, way);
  } finally {
    await own.close();
  }
}
