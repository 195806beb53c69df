// Lists a folder while a person types a filter. Checks query plans, because timings depend on load; campaigns print
// timings too.
import { ChildrenQuery, NodeId, type NodeView, PositionQuery, SORT_COLUMNS } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { parseInt8 } from '../../../platform/db/connect.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { getPosition, listChildren } from '../list-children.ts';
import { type Asked, type SearchWorld, startSearchWorld } from './search.world.ts';

const LARGE = sized({ gate: 30_000, campaign: 1_000_000 });

const BATCH = 10_000;

let world: SearchWorld;
let owner: Owner;

beforeAll(async () => {
  world = await startSearchWorld();
  owner = await world.addOwner();
}, 120_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const list = async (folderId: NodeId, asked: Asked, { person } = owner) =>
  valueOf(
    await listChildren(world.services, person, { nodeId: folderId, query: ChildrenQuery.parse(asked) }),
  );
const names = async (folderId: NodeId, asked: Asked): Promise<readonly string[]> =>
  (await list(folderId, asked)).items.map(({ name }: NodeView) => name);

const NAMES = [
  'Résumé 2026.pdf',
  'RESUME old.doc',
  'Zwischenbericht.txt',
  'عَقْد الإيجار.pdf',
  '会议记录.txt',
  'plan_b (final).md',
  '100% sure.txt',
  '---',
];

test('accents, case, marks, punctuation and scripts do not matter, words come in any order', async () => {
  const folder = await world.addFolder(owner, 'words');
  await world.addFiles(owner, NAMES, { parentId: folder });
  await world.addFolder(owner, 'Resumes', folder);
  const found = async (filter: string) => await names(folder, { filter });
  expect(await found('resume')).toEqual(['Resumes', 'Résumé 2026.pdf', 'RESUME old.doc']);
  expect(await found('RÉSUMÉ pdf')).toEqual(['Résumé 2026.pdf']);
  expect(await found('2026 résum')).toEqual(['Résumé 2026.pdf']);
  expect(await found('bericht')).toEqual(['Zwischenbericht.txt']);
  expect(await found('عقد')).toEqual(['عَقْد الإيجار.pdf']);
  expect(await found('记录')).toEqual(['会议记录.txt']);
  expect(await found('h')).toEqual(['Zwischenbericht.txt']);
  expect(await found('plan b')).toEqual(['plan_b (final).md']);
  expect(await found('%')).toEqual(['100% sure.txt']);
  expect(await found('_')).toHaveLength(NAMES.length + 1);
  expect(await found('')).toHaveLength(NAMES.length + 1);
  expect(await found("' or true --")).toEqual([]);
  expect(await list(folder, { filter: 'nothing like it' })).toMatchObject({ total: 0, isPartial: false });
});

test('only the folder itself: neither what is below it, nor the trash, nor what others made', async () => {
  const folder = await world.addFolder(owner, 'here');
  const below = await world.addFolder(owner, 'below', folder);
  await world.addFiles(owner, ['note 1.txt'], { parentId: below });
  const [, gone] = await world.addFiles(owner, ['note 2.txt', 'note 3.txt'], { parentId: folder });
  await sql`update node set trashed_at = now() where id = ${gone}`.execute(world.services.db);
  expect(await names(folder, { filter: 'note' })).toEqual(['note 2.txt']);
  const guest = await world.addOwner();
  await world.addMember(owner, guest.person, 'contributor');
  await world.addFiles(owner, ['note 4.txt'], { createdBy: guest.person.id });
  await world.addFiles(owner, ['note 5.txt']);
  const seen = await list(NodeId.parse(owner.rootId), { filter: 'note' }, guest);
  expect(seen.items.map(({ name }) => name)).toEqual(['note 4.txt']);
  expect(seen).toMatchObject({ total: 1, folderRevision: null });
  const stranger = await world.addOwner();
  const query = ChildrenQuery.parse({ filter: 'note' });
  const refused = await listChildren(world.services, stranger.person, { nodeId: folder, query });
  expect(errorOf(refused).code).toBe('node_not_found');
});

test('pages, cursors and positions count matches only, in each sort', async () => {
  const folder = await world.addFolder(owner, 'pages');
  const all = Array.from({ length: 900 }, (_, index) => `${index % 3 === 0 ? 'odd' : 'even'} ${index}.txt`);
  await world.addFiles(owner, all.slice(0, 400), { parentId: folder });
  const others = { mediaType: 'image/png', sizeBytes: 7, modifiedAt: new Date('2025-01-01') };
  await world.addFiles(owner, all.slice(400), { parentId: folder, ...others });
  await world.addFolder(owner, 'odd folder', folder);
  await world.addFolder(owner, 'odd and empty', folder);
  const sorts = SORT_COLUMNS.flatMap((sort) => ['asc', 'desc'].map((order) => ({ sort, order })));
  for (const sorted of sorts) {
    const asked = { ...sorted, filter: 'ODD' };
    const unfiltered = (await list(folder, { ...sorted, limit: '1000' })).items;
    const whole = unfiltered.filter(({ name }) => name.startsWith('odd'));
    expect(whole).toHaveLength(302);
    expect((await list(folder, { ...asked, limit: '1000' })).items).toEqual(whole);
    expect(await names(folder, { ...asked, at: '250', limit: '20' })).toEqual(
      whole.slice(250, 270).map(({ name }) => name),
    );
    const walked: string[] = [];
    let after: string | undefined;
    do {
      const page = await list(folder, { ...asked, limit: '77', ...(after !== undefined && { after }) });
      expect(page.total).toBe(302);
      walked.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(walked).toEqual(whole.map(({ id }) => id));
    const query = PositionQuery.parse(asked);
    for (const index of [0, 2, 200]) {
      const { id } = defined(whole[index], 'the list has no such row');
      const position = await getPosition(world.services, owner.person, { nodeId: id, query });
      expect(valueOf(position)).toEqual({ index, folders: 2 });
    }
    expect(await names(folder, { ...asked, at: '302' })).toEqual([]);
  }
  const [even] = (await list(folder, { filter: 'even' })).items;
  const query = PositionQuery.parse({ filter: 'odd' });
  const missing = await getPosition(world.services, owner.person, {
    nodeId: defined(even, 'the list has no such row').id,
    query,
  });
  expect(errorOf(missing).code).toBe('node_not_found');
});

const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format);

test(`at ${LARGE} entries a filter scans no table and sorts matches only`, async () => {
  const folder = await world.addFolder(owner, 'large');
  const pool = new Pool({ connectionString: world.connectionString, max: 1, types: { getTypeParser } });
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
  for (let from = 0; from < LARGE; from += BATCH) {
    await sql`insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, name_search, current_version_id,
      size_bytes, media_type, modified_at, created_by, created_at, updated_at)
    select space_id, gen_random_uuid(), parent.id, 'file', file.name, file.name, file.name,
      ' ' || replace(replace(file.name, '_', ' '), '.', ' ') || ' ', gen_random_uuid(), 1, 'image/jpeg', now() - number * interval '1 second', created_by, now(), now()
    from node as parent, lateral (
      select number, 'img_' || number || case when number % 100 = 0 then ' holiday' when number % 10000 = 1 then ' wedding'
        else ' work' end || '.jpg' as name
      from generate_series(${from + 1}::int, ${from + BATCH}::int) as number) as file
    where parent.id = ${folder}`.execute(db);
  }
  await sql`vacuum analyze node`.execute(db);
  const expected = {
    wedding: LARGE / 10_000,
    holiday: LARGE / 100,
    'img 77': sized({ gate: 111, campaign: 10_000 }),
    img_29999: sized({ gate: 1, campaign: 20 }),
    work: 10_000,
    jpg: 10_000,
    im: 10_000,
    w: 10_000,
    q: 0,
    'no such name': 0,
  };
  for (const [filter, total] of Object.entries(expected)) {
    for (const at of ['0', '5000']) {
      const query = ChildrenQuery.parse({ filter, at, sort: 'modified' });
      const startedAt = performance.now();
      const page = valueOf(
        await listChildren({ ...world.services, db }, owner.person, { nodeId: folder, query }),
      );
      // oxlint-disable-next-line no-console -- the figures of a campaign
      if (LARGE >= 1_000_000) console.log(filter, at, page.total, `${performance.now() - startedAt} ms`);
      expect(page.total).toBe(total);
      expect(page.isPartial).toBe(page.total === 10_000);
    }
  }
  const filtered = statements.filter(({ sql: text }) => text.includes('match as materialized'));
  expect(filtered.length).toBeGreaterThanOrEqual(2 * Object.keys(expected).length);
  const plans: string[] = [];
  for (const { sql: text, parameters } of filtered) {
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return await tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
    });
    plans.push(plan.rows.map((row) => JSON.stringify(row)).join('\n'));
  }
  await db.destroy();
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on node/);
    // Matches are limited before they are sorted.
    const found = plan.slice(plan.indexOf('CTE match'), plan.indexOf('CTE summary'));
    expect(found).toMatch(/\bLimit\b/);
    expect(found).not.toMatch(/\bSort\b/);
  }
  expect(plans.join('\n')).toMatch(/Bitmap Index Scan on node_search/);
}, 1_200_000);
