import { sql } from 'kysely';
import type { Db } from './database/database.ts';

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** `json`: the document contains sealed values anywhere. */
  readonly kind: 'text' | 'json';
  readonly key: Readonly<Record<string, 'text' | 'uuid' | 'bytea'>>;
  readonly reads?: readonly string[];
  readonly contexts: (row: RowNames) => readonly string[];
}

/** Key columns as text. `bytea` is `\\x` plus hexadecimal. */
export type RowNames = Readonly<Record<string, string>>;

export interface SealedRow {
  readonly names: RowNames;
  readonly value: string;
}

const tableOf = (column: SealedColumn) => sql.id('user_pool', column.table);

/** Rows with a value under another key than `keyId`, in key order. */
export async function listStaleRows(
  db: Db,
  column: SealedColumn,
  page: { readonly keyId: string; readonly after: SealedRow | undefined; readonly limit: number },
): Promise<readonly SealedRow[]> {
  const keys = Object.keys(column.key);
  const names = [...new Set([...keys, ...(column.reads ?? [])])];
  const order = sql.join(keys.map((name) => sql.id(name)));
  const after = page.after === undefined ? sql`true` : sql`(${order}) > (${keyValues(column, page.after)})`;
  const { rows } = await sql<SealedRow>`
    select jsonb_build_object(${sql.join(
      names.flatMap((name) => [sql.lit(name), sql`${sql.id(name)}::text`]),
    )}) as names,
      ${sql.id(column.column)}::text as value
    from ${tableOf(column)}
    where ${isStale(column, page.keyId)} and ${after}
    order by ${order}
    limit ${page.limit}`.execute(db);
  return rows;
}

function keyValues(column: SealedColumn, row: SealedRow) {
  return sql.join(
    Object.entries(column.key).map(([name, type]) => sql`${row.names[name] ?? ''}::${sql.raw(type)}`),
  );
}

export async function countStaleRows(db: Db, column: SealedColumn, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tableOf(column)} where ${isStale(column, keyId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Compare-and-set: false if the row was changed or deleted. */
export async function replaceSealed(
  db: Db,
  column: SealedColumn,
  change: { readonly row: SealedRow; readonly value: string },
): Promise<boolean> {
  const { row, value } = change;
  const keys = sql.join(Object.keys(column.key).map((name) => sql.id(name)));
  const id = sql.id(column.column);
  const isSame = column.kind === 'json' ? sql`${id} = ${row.value}::jsonb` : sql`${id} = ${row.value}`;
  const set = column.kind === 'json' ? sql`${value}::jsonb` : sql`${value}`;
  const updated = await sql`update ${tableOf(column)} set ${id} = ${set}
    where (${keys}) = (${keyValues(column, row)}) and ${isSame}`.execute(db);
  return updated.numAffectedRows === 1n;
}

function isStale(column: SealedColumn, keyId: string) {
  const id = sql.id(column.column);
  const active = `v1.${keyId}.`;
  return column.kind === 'text'
    ? sql`starts_with(${id}, 'v1.') and not starts_with(${id}, ${active})`
    : sql`strpos(replace(${id}::text, ${`"${active}`}, ''), '"v1.') > 0`;
}
