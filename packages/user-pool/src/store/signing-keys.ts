import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from './database/database.ts';

export type KeyUsage = 'id' | 'access';

const publicJwkSchema = z.strictObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() });
export type PublicJwk = z.infer<typeof publicJwkSchema>;

export interface SigningKeyRow {
  readonly kid: string;
  readonly poolId: string;
  readonly usage: KeyUsage;
  readonly publicJwk: PublicJwk;
  readonly privateSealed: string;
  /** The key signs from this time on. It is published from its creation. */
  readonly activeAt: Date;
  /** The key stops signing at this time. Null for the newest key of its usage. */
  readonly retiredAt: Date | null;
}

const KEYS_MAX = 100;

export async function listSigningKeys(
  db: Db | Tx,
  poolId: string,
  since: Date,
): Promise<readonly SigningKeyRow[]> {
  const rows = await db
    .selectFrom('signing_key')
    .select(['kid', 'pool_id', 'usage', 'public_jwk', 'private_sealed', 'active_at', 'retired_at'])
    .where('pool_id', '=', poolId)
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', since)]))
    .orderBy('active_at', 'desc')
    .orderBy('usage')
    .limit(KEYS_MAX)
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    poolId: row.pool_id,
    usage: row.usage,
    publicJwk: publicJwkSchema.parse(row.public_jwk),
    privateSealed: row.private_sealed,
    activeAt: row.active_at,
    retiredAt: row.retired_at,
  }));
}

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
      active_at: key.activeAt,
      retired_at: key.retiredAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Serializes rotation. False if the pool was deleted. */
export async function lockKeysOf(tx: Tx, poolId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pool')
    .select('id')
    .where('id', '=', poolId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function retireSigningKeys(tx: Tx, poolId: string, at: Date): Promise<void> {
  await tx
    .updateTable('signing_key')
    .set({ retired_at: at })
    .where('pool_id', '=', poolId)
    .where('retired_at', 'is', null)
    .execute();
}

export async function deleteSigningKeys(tx: Tx, poolId: string): Promise<void> {
  await tx.deleteFrom('signing_key').where('pool_id', '=', poolId).execute();
}

export async function listPoolsToRotate(db: Db | Tx, before: Date | undefined): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('signing_key')
    .select('pool_id')
    .distinct()
    .where('retired_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('active_at', '<', sql<Date>`${before}::timestamptz`))
    .orderBy('pool_id')
    .execute();
  return rows.map(({ pool_id }) => pool_id);
}
