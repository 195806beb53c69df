import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface AuthorRow {
  readonly id: string;
  readonly name: string;
  readonly picture_id: string | null;
  readonly is_removed: boolean;
}

/** The names of groups by id. */
export async function findGroupNames(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('group')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** People by id, including those who have left the space. */
export async function findAuthors(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AuthorRow>> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name', 'picture_id', sql<boolean>`status = 'removed'`.as('is_removed')])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
