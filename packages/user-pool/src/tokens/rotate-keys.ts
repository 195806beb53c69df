import { type Clock, DAY_MS, HOUR_MS } from '@coffer/kit';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../store/database/database.ts';
import {
  deleteSigningKeys,
  insertSigningKey,
  listPoolsToRotate,
  listSigningKeys,
  lockKeysOf,
  retireSigningKeys,
} from '../store/signing-keys.ts';
import { makeSigningKey, USAGES } from './signing-keys.ts';

/** Twice the cache time of `jwks.json`. */
export const PUBLISHED_BEFORE_MS = 2 * HOUR_MS;

export interface RotationDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
}

/**
 * Rotates the keys of every pool [Note: Key rotation]. `overlap`: new keys sign after two hours. `withdraw`, for stolen
 * keys: removes old keys and so invalidates their access tokens.
 */
export async function rotateAllKeys(
  deps: RotationDeps,
  way: 'overlap' | 'withdraw',
): Promise<readonly string[]> {
  const poolIds = await listPoolsToRotate(deps.db, undefined);
  for (const poolId of poolIds) await rotateKeys(deps, { poolId, way, unlessNewerThan: deps.clock.now() });
  return poolIds;
}

export async function rotateAgedKeys(deps: RotationDeps, ageDays: number): Promise<readonly string[]> {
  const before = new Date(deps.clock.now().getTime() - ageDays * DAY_MS);
  const poolIds = await listPoolsToRotate(deps.db, before);
  for (const poolId of poolIds) await rotateKeys(deps, { poolId, way: 'overlap', unlessNewerThan: before });
  return poolIds;
}

async function rotateKeys(
  deps: RotationDeps,
  rotation: {
    readonly poolId: string;
    readonly way: 'overlap' | 'withdraw';
    readonly unlessNewerThan: Date;
  },
): Promise<void> {
  const { poolId, way, unlessNewerThan } = rotation;
  const now = deps.clock.now();
  const activeAt = way === 'overlap' ? new Date(now.getTime() + PUBLISHED_BEFORE_MS) : now;
  // Slow, so outside the transaction.
  const keys = await Promise.all(
    USAGES.map((usage) => makeSigningKey(deps.vault, { poolId, usage, activeAt })),
  );
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockKeysOf(tx, poolId))) return;
    const newest = (await listSigningKeys(tx, poolId, now)).filter(({ retiredAt }) => retiredAt === null);
    if (way === 'overlap' && newest.some((key) => key.activeAt > unlessNewerThan)) return;
    if (way === 'withdraw') await deleteSigningKeys(tx, poolId);
    else await retireSigningKeys(tx, poolId, activeAt);
    for (const key of keys) await insertSigningKey(tx, key, now);
  });
}
