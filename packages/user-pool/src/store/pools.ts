import { sql } from 'kysely';
import { z } from 'zod';
import {
  type ClientSettings,
  clientSettingsSchema,
  type PoolSettings,
  poolSettingsSchema,
} from '../settings.ts';
import type { Db, Tx } from './database/database.ts';

export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly settings: PoolSettings;
}

export interface SealedSecret {
  readonly id: string;
  readonly sealed: string;
}

export interface Client {
  readonly id: string;
  readonly name: string;
  /** Any of these secrets is valid. Empty for a public client. */
  readonly secrets: readonly SealedSecret[];
  readonly settings: ClientSettings;
  readonly pool: Pool;
}

const secretsSchema = z.array(z.object({ id: z.string(), sealed: z.string() }));

export async function findClient(db: Db | Tx, clientId: string): Promise<Client | undefined> {
  const row = await db
    .selectFrom('client')
    .innerJoin('pool', 'pool.id', 'client.pool_id')
    .select([
      'client.id',
      'client.name',
      'client.settings',
      'pool.id as pool_id',
      'pool.name as pool_name',
      'pool.settings as pool_settings',
      sql`(select coalesce(
        jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.secret_sealed) order by s.created_at, s.id), '[]')
        from user_pool.client_secret as s where s.client_id = client.id)`.as('secrets'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        id: row.id,
        name: row.name,
        secrets: secretsSchema.parse(row.secrets),
        settings: clientSettingsSchema.parse(row.settings),
        pool: { id: row.pool_id, name: row.pool_name, settings: poolSettingsSchema.parse(row.pool_settings) },
      };
}

export async function findPool(db: Db | Tx, poolId: string): Promise<Pool | undefined> {
  const row = await db
    .selectFrom('pool')
    .select(['id', 'name', 'settings'])
    .where('id', '=', poolId)
    .executeTakeFirst();
  return row && { id: row.id, name: row.name, settings: poolSettingsSchema.parse(row.settings) };
}

/** Keeps the stored descriptive members. */
export async function savePool(db: Db | Tx, pool: Pool, now: Date): Promise<void> {
  const values = { name: pool.name, settings: JSON.stringify(pool.settings), updated_at: now };
  await db
    .insertInto('pool')
    .values({ id: pool.id, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export interface DeclaredClientRow {
  readonly id: string;
  readonly poolId: string;
  readonly name: string;
  readonly settings: ClientSettings;
  /** The declared secret. Secrets added through the API are kept. */
  readonly secretSealed: string | undefined;
}

/** False, without a change, if another pool owns the id. */
export async function saveClient(tx: Tx, client: DeclaredClientRow, now: Date): Promise<boolean> {
  const values = { name: client.name, settings: JSON.stringify(client.settings), updated_at: now };
  const saved = await tx
    .insertInto('client')
    .values({ id: client.id, pool_id: client.poolId, created_at: now, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('client.pool_id', '=', client.poolId),
    )
    .executeTakeFirst();
  if ((saved.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  const id = `${client.id}--declared`;
  const { secretSealed } = client;
  if (secretSealed === undefined) await tx.deleteFrom('client_secret').where('id', '=', id).execute();
  else
    await tx
      .insertInto('client_secret')
      .values({ id, client_id: client.id, secret_sealed: secretSealed, created_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret_sealed: secretSealed }))
      .execute();
  return true;
}

export async function keepSetting(db: Db | Tx, name: string, value: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
