import { sql } from 'kysely';
import { z } from 'zod';
import { type ClientSettings, clientSettingsSchema } from '../settings.ts';
import type { Db, Tx } from './database/database.ts';
import type { SealedSecret } from './pools.ts';

const describedSchema = z.record(z.string(), z.unknown());

export interface ClientRecord {
  readonly id: string;
  readonly poolId: string;
  readonly name: string;
  readonly settings: ClientSettings;
  /** Members without effect here, as given. */
  readonly described: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = ['id', 'pool_id', 'name', 'settings', 'described', 'created_at', 'updated_at'] as const;

function toRecord(row: {
  readonly id: string;
  readonly pool_id: string;
  readonly name: string;
  readonly settings: unknown;
  readonly described: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}): ClientRecord {
  return {
    id: row.id,
    poolId: row.pool_id,
    name: row.name,
    settings: clientSettingsSchema.parse(row.settings),
    described: describedSchema.parse(row.described),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface ClientKey {
  readonly poolId: string;
  readonly clientId: string;
}

export async function findClientRecord(db: Db | Tx, key: ClientKey): Promise<ClientRecord | undefined> {
  const row = await db
    .selectFrom('client')
    .select(COLUMNS)
    .where('pool_id', '=', key.poolId)
    .where('id', '=', key.clientId)
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function lockClientRecord(tx: Tx, key: ClientKey): Promise<ClientRecord | undefined> {
  const row = await tx
    .selectFrom('client')
    .select(COLUMNS)
    .where('pool_id', '=', key.poolId)
    .where('id', '=', key.clientId)
    .forUpdate()
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function insertClientRecord(tx: Tx, client: ClientRecord): Promise<void> {
  await tx
    .insertInto('client')
    .values({
      id: client.id,
      pool_id: client.poolId,
      name: client.name,
      settings: JSON.stringify(client.settings),
      described: JSON.stringify(client.described),
      created_at: client.createdAt,
      updated_at: client.updatedAt,
    })
    .execute();
}

export async function updateClientRecord(tx: Tx, client: ClientRecord): Promise<void> {
  await tx
    .updateTable('client')
    .set({
      name: client.name,
      settings: JSON.stringify(client.settings),
      described: JSON.stringify(client.described),
      updated_at: client.updatedAt,
    })
    .where('id', '=', client.id)
    .execute();
}

export async function deleteClientRecord(db: Db | Tx, key: ClientKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('client')
    .where('pool_id', '=', key.poolId)
    .where('id', '=', key.clientId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function listClientRecords(
  db: Db | Tx,
  poolId: string,
  page: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly ClientRecord[]> {
  let query = db.selectFrom('client').select(COLUMNS).where('pool_id', '=', poolId);
  if (page.after !== undefined) query = query.where('id', '>', page.after);
  const rows = await query.orderBy('id').limit(page.limit).execute();
  return rows.map(toRecord);
}

export async function countClients(tx: Tx, poolId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('client')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('pool_id', '=', poolId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface ClientSecret extends SealedSecret {
  readonly createdAt: Date;
}

export async function listClientSecrets(db: Db | Tx, clientId: string): Promise<readonly ClientSecret[]> {
  const rows = await db
    .selectFrom('client_secret')
    .select(['id', 'secret_sealed', 'created_at'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(10)
    .execute();
  return rows.map((row) => ({ id: row.id, sealed: row.secret_sealed, createdAt: row.created_at }));
}

export async function insertClientSecret(tx: Tx, clientId: string, secret: ClientSecret): Promise<void> {
  await tx
    .insertInto('client_secret')
    .values({
      id: secret.id,
      client_id: clientId,
      secret_sealed: secret.sealed,
      created_at: secret.createdAt,
    })
    .execute();
}

export async function deleteClientSecret(tx: Tx, secretId: string): Promise<void> {
  await tx.deleteFrom('client_secret').where('id', '=', secretId).execute();
}

export async function listProviderNames(
  db: Db | Tx,
  poolId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('identity_provider')
    .select('name')
    .where('pool_id', '=', poolId)
    .where('name', 'in', names)
    .limit(names.length)
    .execute();
  return rows.map(({ name }) => name);
}
