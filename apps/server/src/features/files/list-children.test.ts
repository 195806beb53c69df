// Compares pages with a list sorted in memory, and checks query plans for the intended indexes.
import { randomUUID } from 'node:crypto';
import { type ChildrenQuery, NodeId, type NodeView, SORT_COLUMNS } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { sized } from '@coffer/testing/campaign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseInt8 } from '../../platform/db/connect.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { createFolder } from './create-folder.ts';
import { getPosition, listChildren } from './list-children.ts';
import { nameSort } from './model.ts';
import { createPositionMarks } from './position-marks.ts';

let world: World;
let owner: Owner;
let folderId: NodeId;

const ENTRIES = 10_000;
const LARGE = sized({ gate: 20_000, campaign: 100_000 });
const FOLDERS = 700;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
  folderId = await fill(ENTRIES, FOLDERS);
}, 600_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Fills a folder with items that have few distinct values, so that ties are common. */
async function fill(entries: number, folders: number): Promise<NodeId> {
  const { db, clock } = world.services;
  const now = clock.now();
  const folder = valueOf(
    await createFolder(world.services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: `full ${entries}`,
      ifExists: 'fail',
    }),
  );
  const mediaTypes = ['image/png', 'text/plain', 'application/pdf'];
  for (let from = 0; from < entries; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, entries - from) }, (_, index) => {
      const number = from + index;
      const isFolder = number < folders;
      const name = `${isFolder ? 'Folder' : 'Datei'} ${(number * 7_919) % entries}${number % 3 === 0 ? ' ä' : ''}`;
      return {
        space_id: owner.spaceId,
        id: randomUUID(),
        parent_id: folder.id,
        kind: isFolder ? ('folder' as const) : ('file' as const),
        name,
        name_key: name.toLowerCase(),
        name_sort: nameSort(name),
        current_version_id: isFolder ? null : randomUUID(),
        size_bytes: isFolder ? 0 : (number * 31) % 97,
        media_type: isFolder ? '' : defined(mediaTypes[number % mediaTypes.length], 'a type'),
        modified_at: new Date(1_900_000_000_000 + ((number * 13) % 211) * 1_000),
        created_by: owner.person.id,
        trashed_at: null,
        trashed_by: null,
        created_at: now,
        updated_at: now,
      };
    });
    await db.insertInto('node').values(rows).execute();
  }
  await sql`vacuum analyze node`.execute(db);
  return folder.id;
}

const page = async (query: Partial<ChildrenQuery>, nodeId = folderId) =>
  await listChildren(world.services, owner.person, {
    nodeId,
    query: { sort: 'name', order: 'asc', at: 0, limit: 200, ...query },
  });

const text = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

async function naive(sort: ChildrenQuery['sort'], order: ChildrenQuery['order']): Promise<readonly string[]> {
  const rows = await world.services.db
    .selectFrom('node')
    .select(['id', 'kind', 'name_sort', 'size_bytes', 'media_type', 'modified_at'])
    .where('parent_id', '=', folderId)
    .execute();
  type Row = (typeof rows)[number];
  const byName = (a: Row, b: Row): number => text(a.name_sort, b.name_sort) || text(a.id, b.id);
  const compare = {
    name: byName,
    size: (a: Row, b: Row) => a.size_bytes - b.size_bytes || text(a.id, b.id),
    kind: (a: Row, b: Row) => text(a.media_type, b.media_type) || byName(a, b),
    modified: (a: Row, b: Row) => a.modified_at.getTime() - b.modified_at.getTime() || text(a.id, b.id),
  }[sort];
  const sign = order === 'asc' ? 1 : -1;
  const folders = rows.filter((row) => row.kind === 'folder');
  const files = rows.filter((row) => row.kind === 'file');
  const isByName = sort === 'size' || sort === 'kind';
  return [
    ...folders.toSorted((a, b) => (isByName ? byName(a, b) : sign * compare(a, b))),
    ...files.toSorted((a, b) => sign * compare(a, b)),
  ].map((row) => row.id);
}

const cases = SORT_COLUMNS.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })));

test.each(cases)(
  'by $sort $order: every page by position is the page of a naive sort',
  async ({ sort, order }) => {
    const expected = await naive(sort, order);
    for (const at of [0, 1, 199, 600, 699, 700, 701, 4_999, 5_351, 9_801, 9_999, 10_000, 99_999]) {
      const got = valueOf(await page({ sort, order, at }));
      expect(got.items.map((item) => item.id)).toEqual(expected.slice(at, at + 200));
      expect(got.total).toBe(ENTRIES);
      expect(got.next === null).toBe(at + 200 >= ENTRIES);
    }
  },
);

test.each(cases)(
  'by $sort $order: jumps by marks give the same pages, also after a change',
  async ({ sort, order }) => {
    const positionMarks = createPositionMarks();
    const jump = async (at: number) => {
      const query = { sort, order, at, limit: 200 };
      const got = await listChildren({ ...world.services, positionMarks }, owner.person, {
        nodeId: folderId,
        query,
      });
      return valueOf(got).items.map((item) => item.id);
    };
    for (let round = 0; round < 2; round += 1) {
      const expected = await naive(sort, order);
      for (const at of [9_999, 699, 1_699, 1_700, 1_701, 2_700, 4_999, 5_700, 7_300, 6_200, 9_801]) {
        expect(await jump(at)).toEqual(expected.slice(at, at + 200));
      }
      // Gives the file the largest name, size and date, so that it moves to another position.
      await sql`update node set name_sort = 'zz' || ${round}::text || ${sort}::text || ${order}::text, size_bytes = size_bytes + 1000,
      modified_at = modified_at + interval '1 year' where id = ${expected[5_000]}`.execute(world.services.db);
    }
  },
);

test('a jump counts from the last mark of an unchanged folder', async () => {
  const { db } = world.services;
  const marks = createPositionMarks();
  const folder = { spaceId: owner.spaceId, folderId, madeBy: undefined };
  const offsetOf = async (revision: number, offset: number) => {
    const list = { folder, kind: 'file', key: 'name', revision } as const;
    return (await marks.narrow(db, list, { order: 'asc', offset, limit: 10 })).offset;
  };
  expect(await offsetOf(1, 900)).toBe(900);
  expect(await offsetOf(1, 4_200)).toBe(200);
  expect(await offsetOf(1, 2_300)).toBe(300);
  expect(await offsetOf(2, 6_100)).toBe(100);
  expect(await offsetOf(2, 20_000), 'a position after the end was not clamped').toBe(11_000);
});

test.each(cases)('by $sort $order: an entry is where a naive sort has it', async ({ sort, order }) => {
  const expected = await naive(sort, order);
  for (const index of [0, 1, 350, 699, 700, 701, 5_351, 9_999]) {
    const nodeId = NodeId.parse(expected[index]);
    const position = await getPosition(world.services, owner.person, { nodeId, query: { sort, order } });
    expect(valueOf(position)).toEqual({ index, folders: FOLDERS });
  }
});

test('a root, and an unknown node, have no position', async () => {
  const query = { sort: 'name', order: 'asc' } as const;
  const root = { nodeId: NodeId.parse(owner.rootId), query };
  expect(errorOf(await getPosition(world.services, owner.person, root)).code).toBe('node_not_found');
  const stranger = await world.addOwner();
  const folder = { nodeId: folderId, query };
  expect(errorOf(await getPosition(world.services, stranger.person, folder)).code).toBe('node_not_found');
});

test.each(cases)('by $sort $order: cursors walk through all, each entry once', async ({ sort, order }) => {
  const expected = await naive(sort, order);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const got = valueOf(await page({ sort, order, limit: 997, ...(after === undefined ? {} : { after }) }));
    seen.push(...got.items.map((item) => item.id));
    after = got.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toEqual(expected);
});

test('a cursor continues after its entry, whatever is added before it', async () => {
  const small = valueOf(
    await createFolder(world.services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: 'small',
      ifExists: 'fail',
    }),
  );
  const add = async (name: string): Promise<NodeView> =>
    valueOf(await createFolder(world.services, owner.person, { parentId: small.id, name, ifExists: 'fail' }));
  for (const name of ['b', 'c', 'd']) await add(name);
  const first = valueOf(await page({ limit: 2 }, small.id));
  await add('a');
  const second = valueOf(
    await page({ limit: 2, after: defined(first.next, 'the first page has no next page') }, small.id),
  );
  expect(second.items.map((item) => item.name)).toEqual(['d']);
  expect(second).toMatchObject({ total: 4, next: null });
});

test('an invalid cursor is a bad request, and a page of size zero only counts', async () => {
  expect(errorOf(await page({ after: 'x' }))).toEqual({
    code: 'invalid_request',
    issues: [{ path: 'after', code: 'wrong_format' }],
  });
  expect(valueOf(await page({ limit: 0 }))).toEqual({
    items: [],
    total: ENTRIES,
    isPartial: false,
    next: null,
    folderRevision: expect.any(Number),
    role: 'owner',
  });
});

const isJump = (read: CompiledQuery): boolean => /\) (page|numbered)\b/.test(read.sql);

test(`at ${LARGE} entries every sort reads its index and sorts nothing but the page`, async () => {
  const big = await fill(LARGE, 1_000);
  const pool = new Pool({
    connectionString: world.connectionString,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format),
    },
  });
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      statements.push(event.query);
    },
  });
  const services = { ...world.services, db, positionMarks: createPositionMarks() };
  const jumps = [0, LARGE / 4, LARGE / 2, LARGE - 1_000];
  for (const { sort, order } of cases) {
    for (const at of jumps) {
      const query = { sort, order, at, limit: 200 };
      const got = valueOf(await listChildren(services, owner.person, { nodeId: big, query }));
      expect(got.total).toBe(LARGE);
    }
  }
  const reads = statements.filter(
    (read) => isJump(read) || /from node where .* order by .* limit/s.test(read.sql),
  );
  const plans: { readonly plan: string; readonly scan: RegExp }[] = [];
  for (const statement of reads) {
    const plan = await pool.query<Record<string, string>>(`explain ${statement.sql}`, [
      ...statement.parameters,
    ]);
    plans.push({
      plan: plan.rows.map((row) => row['QUERY PLAN']).join('\n'),
      // A jump does not read the rows that it skips.
      scan: isJump(statement) ? /Index Only Scan/ : /Index Scan (Backward )?using node_by_/,
    });
  }
  await db.destroy();
  expect(plans.length).toBeGreaterThan(cases.length * jumps.length);
  for (const { plan, scan } of plans) {
    expect(plan).not.toContain('Seq Scan');
    // A sort below the Limit node would read the whole folder.
    const lines = plan.split('\n');
    const inner = lines
      .slice(
        Math.max(
          0,
          lines.findIndex((line) => line.includes('Limit')),
        ),
      )
      .join('\n');
    expect(inner).toMatch(scan);
    expect(inner).not.toMatch(/\bSort\b/);
  }
}, 600_000);
