import type { Clock } from '@coffer/kit';
import { createVault, type VaultKey } from '../crypto/vault.ts';
import { connectDatabase } from '../store/database/database.ts';
import { rotateAllKeys } from '../tokens/rotate-keys.ts';

export interface PoolVault {
  readonly connectionString: string;
  readonly key: VaultKey;
}

export async function rotatePoolKeys(
  { connectionString, key }: PoolVault,
  clock: Clock,
  way: 'overlap' | 'withdraw',
): Promise<void> {
  const own = connectDatabase({ connectionString }, () => undefined);
  try {
    await rotateAllKeys({ db: own.db, clock, vault: createVault(key) }, way);
  } finally {
    await own.close();
  }
}
