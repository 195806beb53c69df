import { z } from 'zod';
import type { Db, Tx } from './database.ts';

export type KeyUsage = 'id' | 'access';

const publicJwkSchema = z.strictObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() });
export type PublicJwk = z.infer<typeof publicJwkSchema>;

export interface SigningKeyRow {
  readonly kid: string;
  readonly poolId: string;
  readonly usage: KeyUsage;
  readonly publicJwk: PublicJwk;
  readonly privateSealed: string;
}

/** The keys in force: one for each usage, once the pool has been declared. */
export async function listSigningKeys(db: Db | Tx, poolId: string): Promise<readonly SigningKeyRow[]> {
  const rows = await db
    .selectFrom('signing_key')
    .select(['kid', 'pool_id', 'usage', 'public_jwk', 'private_sealed'])
    .where('pool_id', '=', poolId)
    .where('retired_at', 'is', null)
    .orderBy('usage')
    .limit(10)
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    poolId: row.pool_id,
    usage: row.usage,
    publicJwk: publicJwkSchema.parse(row.public_jwk),
    privateSealed: row.private_sealed,
  }));
}

/** Does nothing when another process was first. */
export async function insertSigningKey(db: Db | Tx, key: SigningKeyRow, now: Date): Promise<void> {
  await db
    .insertInto('signing_key')
    .values({
      kid: key.kid,
      pool_id: key.poolId,
      usage: key.usage,
      public_jwk: JSON.stringify(key.publicJwk),
      private_sealed: key.privateSealed,
      created_at: now,
      active_at: now,
      retired_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
