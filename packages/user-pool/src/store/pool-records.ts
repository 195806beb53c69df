import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { poolSettingsSchema } from '../settings.ts';
import type { Db, Tx } from './database/database.ts';
import type { Pool } from './pools.ts';

const describedSchema = z.record(z.string(), z.unknown());

export interface PoolRecord extends Pool {
  /** Members without effect here, as given. */
  readonly described: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = ['id', 'name', 'settings', 'described', 'created_at', 'updated_at'] as const;

function toRecord(row: {
  readonly id: string;
  readonly name: string;
  readonly settings: unknown;
  readonly described: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}): PoolRecord {
  return {
    id: row.id,
    name: row.name,
    settings: poolSettingsSchema.parse(row.settings),
    described: describedSchema.parse(row.described),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function findPoolRecord(db: Db | Tx, poolId: string): Promise<PoolRecord | undefined> {
  const row = await db.selectFrom('pool').select(COLUMNS).where('id', '=', poolId).executeTakeFirst();
  return row && toRecord(row);
}

export async function lockPoolRecord(tx: Tx, poolId: string): Promise<PoolRecord | undefined> {
  const row = await tx
    .selectFrom('pool')
    .select(COLUMNS)
    .where('id', '=', poolId)
    .forUpdate()
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function insertPoolRecord(db: Db | Tx, pool: PoolRecord): Promise<void> {
  await db
    .insertInto('pool')
    .values({
      id: pool.id,
      name: pool.name,
      settings: JSON.stringify(pool.settings),
      described: JSON.stringify(pool.described),
      created_at: pool.createdAt,
      updated_at: pool.updatedAt,
    })
    .execute();
}

export async function updatePoolRecord(tx: Tx, pool: Omit<PoolRecord, 'createdAt'>): Promise<void> {
  await tx
    .updateTable('pool')
    .set({
      name: pool.name,
      settings: JSON.stringify(pool.settings),
      described: JSON.stringify(pool.described),
      updated_at: pool.updatedAt,
    })
    .where('id', '=', pool.id)
    .execute();
}

export async function deletePoolRecord(tx: Tx, poolId: string): Promise<void> {
  await tx.deleteFrom('pool').where('id', '=', poolId).execute();
}

export async function listPoolRecords(
  db: Db | Tx,
  page: {
    readonly limit: number;
    readonly after: { readonly createdAt: Date; readonly id: string } | undefined;
  },
): Promise<readonly PoolRecord[]> {
  let query = db.selectFrom('pool').select(COLUMNS);
  if (page.after !== undefined) {
    const { createdAt, id } = page.after;
    query = query.where(sql<SqlBool>`(created_at, id) > (${createdAt}::timestamptz, ${id})`);
  }
  const rows = await query.orderBy('created_at').orderBy('id').limit(page.limit).execute();
  return rows.map(toRecord);
}

export async function countAccounts(db: Db | Tx, poolId: string): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('pool_id', '=', poolId)
    .executeTakeFirstOrThrow();
  return count;
}
