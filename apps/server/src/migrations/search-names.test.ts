import { randomUUID } from 'node:crypto';
import { testDatabase } from '@coffer/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { searchText } from '../platform/texts/search-text.ts';
import { connectDatabase, type Database } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createLog } from '../platform/log/create-log.ts';
import { MIGRATIONS } from './migrations.ts';

const log = createLog({ level: 'error' });
const NAMES = [
  'Planting_plan-v4.pdf',
  'Café Über Straße Łódź Ærø ﬁle.txt',
  'صور أَحْمَد ـ مدرسة ٢٠٢٦.zip',
  'שָׁלוֹם Ёлка ΠΡΌΣ ς.txt',
  '北京会议 さくらが 주간회의록 हिन्दी ภาษาไทย',
  '🎉👩‍💻 100% C++ #1 \\ _ ½ ² ㌖',
  'ﷺ'.repeat(85),
  'i̇ İ ı',
  '...',
];

async function withDatabase(run: (open: () => Database) => Promise<void>): Promise<void> {
  await using database = await testDatabase();
  await using stack = new AsyncDisposableStack();
  await run(() => {
    const connected = connectDatabase({
      connectionString: database.connectionString,
      log,
      connectionsMax: 1,
    });
    stack.defer(connected.close);
    return connected;
  });
}

test('existing names are found like new ones', async () => {
  await withDatabase(async (open) => {
    const { db } = open();
    const before = Object.entries(MIGRATIONS).filter(([name]) => name < '202611231625');
    await migrate(db, Object.fromEntries(before));
    const [user, space, root] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role, quota_bytes, created_at, updated_at)
      values (${user}, 'i', 's', 'u', 'u@example.org', true, 'u', 'active', 'member', 1, now(), now())`.execute(
      db,
    );
    await sql`insert into space (id, name, kind, owner_id, root_id, quota_bytes, created_at, updated_at)
      values (${space}, '', 'personal', ${user}, ${root}, 1, now(), now())`.execute(db);
    const add = async (id: string, parentId: string | null, name: string): Promise<void> => {
      await sql`insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, modified_at, created_by, created_at, updated_at)
        values (${space}, ${id}, ${parentId}, 'folder', ${name}, ${name}, ${name}, now(), ${user}, now(), now())`.execute(
        db,
      );
    };
    await add(root, null, 'Root');
    for (const name of NAMES) await add(randomUUID(), root, name);
    await migrate(db, MIGRATIONS);
    const rows = await db.selectFrom('node').select(['name', 'name_search', 'parent_id']).execute();
    expect(rows).toHaveLength(NAMES.length + 1);
    for (const row of rows) {
      expect([row.name, row.name_search]).toEqual([
        row.name,
        row.parent_id === null ? '' : searchText(row.name),
      ]);
    }
  });
});

test('a role that may not create extensions learns which one is missing, and nothing was changed', async () => {
  const role = `limited_${randomUUID().replaceAll('-', '')}`;
  await withDatabase(async (open) => {
    const { db } = open();
    const limited = open().db;
    await sql`create role ${sql.id(role)} nologin`.execute(db);
    await sql`grant all on schema public to ${sql.id(role)}`.execute(db);
    try {
      await sql`set role ${sql.id(role)}`.execute(limited);
      const refused = await migrate(limited, MIGRATIONS);
      expect(refused).toMatchObject({ ok: false, error: { code: 'extension_missing' } });
      expect(JSON.stringify(refused)).toContain('pg_trgm');
      const { rows } = await sql<{ there: boolean }>`select to_regclass('node') is not null as there`.execute(
        db,
      );
      expect(rows).toEqual([{ there: false }]);
    } finally {
      await sql`drop owned by ${sql.id(role)}`.execute(db);
      await sql`drop role ${sql.id(role)}`.execute(db);
    }
  });
});
