import { z } from 'zod';
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database/database.ts';

const textMapSchema = z.record(z.string(), z.string());

export interface IdentityProvider {
  readonly poolId: string;
  readonly name: string;
  readonly type: 'OIDC';
  /** `ProviderDetails` without the secret. */
  readonly details: Readonly<Record<string, string>>;
  readonly secretSealed: string | null;
  readonly attributeMapping: Readonly<Record<string, string>>;
  readonly identifiers: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = [
  'pool_id',
  'name',
  'type',
  'details',
  'secret_sealed',
  'attribute_mapping',
  'identifiers',
  'created_at',
  'updated_at',
] as const;

interface Row {
  readonly pool_id: string;
  readonly name: string;
  readonly type: 'OIDC';
  readonly details: unknown;
  readonly secret_sealed: string | null;
  readonly attribute_mapping: unknown;
  readonly identifiers: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function toProvider(row: Row): IdentityProvider {
  return {
    poolId: row.pool_id,
    name: row.name,
    type: row.type,
    details: textMapSchema.parse(row.details),
    secretSealed: row.secret_sealed,
    attributeMapping: textMapSchema.parse(row.attribute_mapping),
    identifiers: z.array(z.string()).parse(row.identifiers),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Finds a provider by name or identifier. A name has priority. */
export async function findProvider(
  db: Db | Tx,
  poolId: string,
  nameOrIdentifier: string,
): Promise<IdentityProvider | undefined> {
  const rows = await db
    .selectFrom('identity_provider')
    .select(COLUMNS)
    .where('pool_id', '=', poolId)
    .where((where) =>
      where.or([where('name', '=', nameOrIdentifier), sql<boolean>`identifiers ? ${nameOrIdentifier}`]),
    )
    .orderBy((order) => order.case().when('name', '=', nameOrIdentifier).then(0).else(1).end())
    .limit(1)
    .execute();
  return rows[0] && toProvider(rows[0]);
}

export async function listProviders(
  db: Db | Tx,
  poolId: string,
  page: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly IdentityProvider[]> {
  const { after, limit } = page;
  const rows = await db
    .selectFrom('identity_provider')
    .select(COLUMNS)
    .where('pool_id', '=', poolId)
    .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(toProvider);
}

export async function existingProviders(
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
    .execute();
  const existing = new Set(rows.map(({ name }) => name));
  return names.filter((name) => existing.has(name));
}

export async function insertProvider(db: Db | Tx, provider: IdentityProvider): Promise<boolean> {
  const inserted = await db
    .insertInto('identity_provider')
    .values({
      pool_id: provider.poolId,
      name: provider.name,
      type: provider.type,
      created_at: provider.createdAt,
      ...changeable(provider),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateProvider(db: Db | Tx, provider: IdentityProvider): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set(changeable(provider))
    .where('pool_id', '=', provider.poolId)
    .where('name', '=', provider.name)
    .execute();
}

export async function deleteProvider(db: Db | Tx, poolId: string, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('identity_provider')
    .where('pool_id', '=', poolId)
    .where('name', '=', name)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

function changeable(provider: IdentityProvider) {
  return {
    details: JSON.stringify(provider.details),
    secret_sealed: provider.secretSealed,
    attribute_mapping: JSON.stringify(provider.attributeMapping),
    identifiers: JSON.stringify(provider.identifiers),
    updated_at: provider.updatedAt,
  };
}
