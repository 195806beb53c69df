// `satisfies` compares COLUMNS with the types; the test compares it with the tables.
import { createLog } from '../log/create-log.ts';
import { testDatabase } from '@coffer/testing';
import { type SelectType, sql } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { FILES_COLUMNS } from './columns/files.world.ts';
import { PEOPLE_COLUMNS } from './columns/people.world.ts';
import { SPACES_COLUMNS } from './columns/spaces.world.ts';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

type Kind<V> = [V] extends [boolean]
  ? 'boolean'
  : [V] extends [number]
    ? 'number'
    : [V] extends [Date]
      ? 'instant'
      : [V] extends [string]
        ? 'text'
        : 'json';
type Described<V> = null extends V ? `${Kind<Exclude<V, null>>}?` : Kind<V>;
type Columns = {
  readonly [T in keyof Schema]: { readonly [C in keyof Schema[T]]: Described<SelectType<Schema[T][C]>> };
};

const COLUMNS = { ...PEOPLE_COLUMNS, ...SPACES_COLUMNS, ...FILES_COLUMNS } as const satisfies Columns;

const KINDS: Readonly<Record<string, string>> = {
  uuid: 'text',
  xid8: 'text',
  text: 'text',
  tsvector: 'text',
  boolean: 'boolean',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'timestamp with time zone': 'instant',
  jsonb: 'json',
  ARRAY: 'json',
};

test('the row types match the migrated tables', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log: createLog({ level: 'error' }) });
  try {
    expect(await migrate(db, MIGRATIONS)).toMatchObject({ ok: true });
    const { rows } = await sql<{ table: string; column: string; type: string; nullable: string }>`
      select table_name as "table", column_name as "column", data_type as type, is_nullable as nullable
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'
        and table_name not in (select table_name from information_schema.views)
      order by table_name, ordinal_position`.execute(db);
    const found: Record<string, Record<string, string>> = {};
    for (const { table, column, type, nullable } of rows) {
      (found[table] ??= {})[column] = `${KINDS[type] ?? type}${nullable === 'YES' ? '?' : ''}`;
    }
    expect(found).toEqual(COLUMNS);
  } finally {
    await close();
  }
});
