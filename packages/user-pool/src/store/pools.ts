import {
  type ClientSettings,
  clientSettingsSchema,
  type PoolSettings,
  poolSettingsSchema,
} from '../settings.ts';
import type { Db, Tx } from './database.ts';

export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly settings: PoolSettings;
}

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly secretSealed: string | null;
  readonly settings: ClientSettings;
  readonly pool: Pool;
}

/** The client with its pool. Client ids are unique over all pools. */
export async function findClient(db: Db | Tx, clientId: string): Promise<Client | undefined> {
  const row = await db
    .selectFrom('client')
    .innerJoin('pool', 'pool.id', 'client.pool_id')
    .select([
      'client.id',
      'client.name',
      'client.secret_sealed',
      'client.settings',
      'pool.id as pool_id',
      'pool.name as pool_name',
      'pool.settings as pool_settings',
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        id: row.id,
        name: row.name,
        secretSealed: row.secret_sealed,
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

export async function savePool(db: Db | Tx, pool: Pool, now: Date): Promise<void> {
  const values = { name: pool.name, settings: JSON.stringify(pool.settings), updated_at: now };
  await db
    .insertInto('pool')
    .values({ id: pool.id, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** False when the id belongs to a client of another pool, which is then left as it was. */
export async function saveClient(db: Db | Tx, client: Client, now: Date): Promise<boolean> {
  const values = {
    name: client.name,
    secret_sealed: client.secretSealed,
    settings: JSON.stringify(client.settings),
    updated_at: now,
  };
  const saved = await db
    .insertInto('client')
    .values({ id: client.id, pool_id: client.pool.id, created_at: now, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('client.pool_id', '=', client.pool.id),
    )
    .executeTakeFirst();
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Keeps `value` under `name` unless something is there already; returns what is there. */
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
