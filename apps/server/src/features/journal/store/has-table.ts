import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** False before the migration that creates the table. */
export async function hasTable(db: Db | Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ readonly isThere: boolean }>`
    select to_regclass(quote_ident(${name})) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}
