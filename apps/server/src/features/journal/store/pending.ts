import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { type Entry, JOURNALED, type Key, type Row, SEQUENCED, TEXT_KEYS } from '../model.ts';

export interface Mark {
  readonly id: number;
  readonly kind: string;
  readonly key: Key;
}

/** Lists marks of changed rows. Must run in a snapshot: a change that is committed later has a separate mark. */
export async function listMarks(tx: Tx, limit: number): Promise<readonly Mark[]> {
  return await tx
    .selectFrom('journal_pending')
    .select(['id', 'kind', 'key'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The time of the oldest change that no segment contains. */
export async function findOldestMark(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('journal_pending').select('at').orderBy('id').limit(1).executeTakeFirst();
  return row?.at;
}

/** Reads the current state of each marked row. */
export async function readMarked(tx: Tx, marks: readonly Mark[]): Promise<readonly Entry[]> {
  const found: (readonly Entry[])[] = [];
  for (const { name, key } of JOURNALED) {
    const keys = new Map(
      marks.filter(({ kind }) => kind === name).map((mark) => [JSON.stringify(mark.key), mark.key] as const),
    );
    if (keys.size === 0) continue;
    const marked = [...keys.values()];
    found.push(
      SEQUENCED.has(name) ? await readRanges(tx, name, marked) : await readRows(tx, { name, key }, marked),
    );
  }
  return found.flat();
}

async function readRows(
  tx: Tx,
  table: { readonly name: string; readonly key: readonly string[] },
  keys: readonly Key[],
): Promise<readonly Entry[]> {
  const { rows } = await sql<{ readonly key: Key; readonly row: Row | null }>`
    select marked.key, found.row from jsonb_array_elements(${JSON.stringify(keys)}::jsonb) as marked (key)
    left join lateral (select to_jsonb(each) as row from ${sql.table(table.name)} each
      where ${sql.join(
        table.key.map((column) => sameColumn(table.name, column)),
        sql` and `,
      )}) found on true`.execute(tx);
  return rows.map(({ key, row }) => ({ table: table.name, key, row }));
}

function sameColumn(table: string, column: string) {
  const type = TEXT_KEYS.has(`${table}.${column}`) ? sql`text` : sql`uuid`;
  const wanted = sql`(marked.key ->> ${sql.lit(column)})::${type}`;
  // A grant has either a person or a group; the other column is null.
  const isNullable = table === 'grant' && (column === 'user_id' || column === 'group_id');
  return isNullable
    ? sql`each.${sql.ref(column)} is not distinct from ${wanted}`
    : sql`each.${sql.ref(column)} = ${wanted}`;
}

async function readRanges(tx: Tx, name: string, ranges: readonly Key[]): Promise<readonly Entry[]> {
  const inSpace = name === 'event' ? sql`each.space_id = (marked.key ->> 'space_id')::uuid and` : sql``;
  const { rows } = await sql<{ readonly row: Row }>`
    select to_jsonb(each) as row from jsonb_array_elements(${JSON.stringify(ranges)}::jsonb) as marked (key)
    join ${sql.table(name)} each on ${inSpace}
      each.sequence between (marked.key ->> 'from')::bigint and (marked.key ->> 'to')::bigint`.execute(tx);
  return rows.map(({ row }) => ({ table: name, key: keyOf(name, row), row }));
}

/** The primary key in a row. */
export function keyOf(table: string, row: Row): Key {
  const columns = JOURNALED.find(({ name }) => name === table)?.key ?? [];
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column] ?? null;
      return [column, typeof value === 'string' || typeof value === 'number' ? value : null];
    }),
  );
}

/** Tables whose rows contain pictures, which are read in smaller pages. */
const LARGE_ROWS: ReadonlySet<string> = new Set(['person_picture', 'brand_logo']);
const LARGE_PAGE = 100;

/** Reads all journaled rows in pages. Uses a cursor, so the transaction must stay the same. */
export async function* readEverything(tx: Tx, pageSize: number): AsyncGenerator<readonly Entry[]> {
  for (const { name } of JOURNALED) {
    const size = LARGE_ROWS.has(name) ? Math.min(pageSize, LARGE_PAGE) : pageSize;
    await sql`declare journaled no scroll cursor for select to_jsonb(each) as row from ${sql.table(name)} each
      ${name === 'blob' ? sql`where state not in ('intended', 'stored', 'verified')` : sql``}`.execute(tx);
    for (;;) {
      const { rows } = await sql<{ readonly row: Row }>`fetch ${sql.lit(size)} from journaled`.execute(tx);
      if (rows.length > 0) yield rows.map(({ row }) => ({ table: name, key: keyOf(name, row), row }));
      if (rows.length < size) break;
    }
    await sql`close journaled`.execute(tx);
  }
}
