// Compares pages with a list sorted in memory, and checks query plans for the intended indexes.
import { randomUUID } from 'node:crypto';
import { SpaceId, TRASH_SORTS, type TrashQuery } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, startWorld, valueOf, type World } from '../../../live.world.ts';
import { parseInt8 } from '../../../platform/db/connect.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { nameSort } from '../model.ts';
import { listTrash } from './list-trash.ts';

const ITEMS = 3_000;
const FOLDERS = ['Zinc', 'apple', 'Apple', 'Émile', 'plan 2', 'plan 10'];

let world: World;
let owner: Owner;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
  await fill();
}, 600_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Few people, folders and times, so that ties are common. Folders with the same name are in two places. */
async function fill(): Promise<void> {
  const { db, clock } = world.services;
  const now = clock.now();
  const deleters: (string | null)[] = [owner.person.id, null];
  for (const name of ['zoe', 'Bo', 'adam', 'Bo']) {
    const { person } = await world.addOwner();
    await db.updateTable('user').set({ name }).where('id', '=', person.id).execute();
    deleters.push(person.id);
  }
  await db.updateTable('user').set({ status: 'removed' }).where('name', '=', 'adam').execute();
  const at = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
  const row = (
    parentId: string,
    name: string,
    of: { folder: boolean; trashed: boolean; number: number },
  ) => ({
    space_id: owner.spaceId,
    id: randomUUID(),
    parent_id: parentId,
    kind: of.folder ? ('folder' as const) : ('file' as const),
    name,
    name_key: `${name.toLowerCase()} ${randomUUID()}`,
    name_sort: nameSort(name),
    current_version_id: of.folder ? null : randomUUID(),
    size_bytes: of.folder ? 0 : (of.number * 31) % 97,
    media_type: of.folder ? '' : 'text/plain',
    modified_at: now,
    created_by: owner.person.id,
    trashed_at: of.trashed ? at((of.number * 13) % 211) : null,
    trashed_by: of.trashed ? (deleters[(of.number * 7) % deleters.length] ?? null) : null,
    created_at: now,
    updated_at: now,
  });
  const live = { folder: true, trashed: false, number: 0 };
  const top = FOLDERS.map((name) => row(owner.rootId, name, live));
  const inner = FOLDERS.slice(0, 2).map((name) => row(defined(top[0], 'a folder').id, name, live));
  const gone = row(owner.rootId, 'gone', { folder: true, trashed: true, number: 1 });
  await db
    .insertInto('node')
    .values([...top, ...inner, gone])
    .execute();
  const parents = [owner.rootId, gone.id, ...[...top, ...inner].map(({ id }) => id)];
  const files = Array.from({ length: ITEMS - 1 }, (_, number) =>
    row(defined(parents[(number * 5) % parents.length], 'a parent'), `Plan ${number % 40}`, {
      folder: false,
      trashed: true,
      number,
    }),
  );
  for (let from = 0; from < files.length; from += 1_000) {
    await db
      .insertInto('node')
      .values(files.slice(from, from + 1_000))
      .execute();
  }
  await sql`vacuum analyze node`.execute(db);
}

const page = async (query: Partial<TrashQuery>, services: World['services'] = world.services) =>
  valueOf(
    await listTrash(services, owner.person, {
      spaceId: SpaceId.parse(owner.spaceId),
      query: { sort: 'trashed', order: 'desc', at: 0, limit: 200, ...query },
    }),
  );

const text = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const cases = TRASH_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })));

async function naive({ sort, order }: Pick<TrashQuery, 'sort' | 'order'>): Promise<readonly string[]> {
  const { db } = world.services;
  const all = await db.selectFrom('node').selectAll().where('space_id', '=', owner.spaceId).execute();
  const people = new Map(
    (await db.selectFrom('user').select(['id', 'name']).where('status', '<>', 'removed').execute()).map(
      (each) => [each.id, each.name],
    ),
  );
  const byId = new Map(all.map((row) => [row.id, row]));
  type Row = (typeof all)[number];
  const time = (row: Row): number => defined(row.trashed_at, 'a listed item has no trash time').getTime();
  const newest = (a: Row, b: Row): number => time(b) - time(a) || text(b.id, a.id);
  const sign = order === 'asc' ? 1 : -1;
  const place = (row: Row): string => {
    const parent = defined(byId.get(row.parent_id ?? ''), 'a trashed item has no parent');
    return parent.parent_id === null ? '' : parent.name_sort;
  };
  // Nulls sort after all other values.
  const nobody = '\u{10FFFF}';
  const deleter = (row: Row): string => people.get(row.trashed_by ?? '')?.toLowerCase() ?? nobody;
  const byTies = (a: Row, b: Row): number => sign * text(a.id, b.id);
  const compare = {
    name: (a: Row, b: Row) => sign * text(a.name_sort, b.name_sort) || byTies(a, b),
    size: (a: Row, b: Row) => sign * (a.size_bytes - b.size_bytes) || byTies(a, b),
    trashed: (a: Row, b: Row) => sign * (time(a) - time(b)) || byTies(a, b),
    deletedBy: (a: Row, b: Row) =>
      sign * (text(deleter(a), deleter(b)) || text(a.trashed_by ?? nobody, b.trashed_by ?? nobody)) ||
      newest(a, b),
    from: (a: Row, b: Row) =>
      sign * (text(place(a), place(b)) || text(a.parent_id ?? '', b.parent_id ?? '')) || newest(a, b),
  }[sort];
  return all
    .filter((row) => row.trashed_at !== null)
    .toSorted(compare)
    .map((row) => row.id);
}

test.each(cases)(
  'by $sort $order: pages of any size have each item once, in order',
  async ({ sort, order }) => {
    const expected = await naive({ sort, order });
    for (const limit of [700]) {
      const seen: string[] = [];
      for (let at = 0; at < ITEMS; at += limit) {
        const { items, total } = await page({ sort, order, at, limit });
        expect(total).toBe(ITEMS);
        seen.push(...items.map(({ node }) => node.id));
      }
      expect(seen).toEqual(expected);
    }
    expect((await page({ sort, order, at: ITEMS })).items).toEqual([]);
  },
);

test('a person whose account was deleted is not named as who deleted, in any sort', async () => {
  for (const sort of TRASH_SORTS) {
    const { items } = await page({ sort, limit: ITEMS });
    const names = new Set(items.map(({ deletedBy }) => deletedBy));
    expect(names).toEqual(new Set([owner.person.name, 'Bo', null, 'zoe']));
  }
});

test.each(['deletedBy', 'from'] as const)('by %s a contributor sees only what they made', async (sort) => {
  const guest = await world.addOwner();
  const { db, clock } = world.services;
  await db
    .insertInto('member')
    .values({
      space_id: owner.spaceId,
      user_id: guest.person.id,
      role: 'contributor',
      created_at: clock.now(),
    })
    .execute();
  const [first, second] = await naive({ sort, order: 'asc' });
  await db
    .updateTable('node')
    .set({ created_by: guest.person.id })
    .where('id', 'in', [defined(first, 'one'), defined(second, 'another')])
    .execute();
  const theirs = valueOf(
    await listTrash(world.services, guest.person, {
      spaceId: SpaceId.parse(owner.spaceId),
      query: { sort, order: 'asc', at: 0, limit: 200 },
    }),
  );
  expect(theirs.items.map(({ node }) => node.id)).toEqual([first, second]);
  expect(theirs.total).toBe(2);
});

test('every sort reads its index and sorts nothing but groups and the page', async () => {
  const pool = new Pool({
    connectionString: world.connectionString,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format),
    },
  });
  const statements: CompiledQuery[] = [];
  await using db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void statements.push(event.query),
  });
  for (const { sort, order } of cases) await page({ sort, order, at: 900 }, { ...world.services, db });
  const pages = statements.filter(({ sql: words }) => /\) page\b/.test(words));
  expect(pages).toHaveLength(cases.length);
  const client = await pool.connect();
  // With so few rows the planner would not use the indexes, above all before a vacuum.
  for (const kind of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set enable_${kind} = off`);
  const plans: string[][] = [];
  for (const { sql: words, parameters } of pages) {
    const { rows } = await client.query<Record<string, string>>(`explain ${words}`, [...parameters]);
    plans.push(rows.map((row) => row['QUERY PLAN'] ?? ''));
  }
  client.release();
  const indexOf = { deletedBy: 'node_trash_of_trashed_by', from: 'node_trash_of_parent_id' } as const;
  for (const [at, lines] of plans.entries()) {
    const sort = defined(cases[at], 'a plan has no test case').sort;
    expect(lines.join('\n')).not.toContain('Seq Scan on node');
    // A sort below the Limit node would read the whole trash.
    const inner = lines.slice(lines.findIndex((line) => line.includes('Limit'))).join('\n');
    expect(inner).not.toMatch(/\bSort\b/);
    const index = sort === 'deletedBy' || sort === 'from' ? indexOf[sort] : 'node_trash';
    expect(inner).toMatch(new RegExp(`Index (Only )?Scan.* using ${index}`));
  }
});
