// Checks query plans and limits, because timings depend on load.
import { type NodeId, SearchQuery } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import { plansOfSearch, wholeIndexReads } from './plans.world.ts';
import { search } from './search.ts';
import { type Asked, type SearchWorld, startSearchWorld } from './search.world.ts';

let world: SearchWorld;
let owner: Owner;
let small: NodeId;
let full: NodeId;
const FILES = 12_000;

beforeAll(async () => {
  world = await startSearchWorld();
  owner = await world.addOwner();
  const other = await world.addOwner();
  full = await world.addFolder(owner, 'full');
  small = await world.addFolder(owner, 'small');
  await world.addFiles(owner, ['holiday small.jpg', 'IMG_77 small.jpg'], { parentId: small });
  for (let from = 0; from < FILES; from += 3_000) {
    const names = Array.from({ length: 3_000 }, (_, index) => `IMG_${from + index} holiday.jpg`);
    await world.addFiles(owner, names, { parentId: full });
    await world.addFiles(other, names);
  }
  // The search takes the folder for one with a million files.
  await sql`update folder_content set files = 1000000 where folder_id = ${full}`.execute(world.services.db);
  await sql`vacuum analyze node`.execute(world.services.db);
}, 120_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const plansOf = async (q: string, asked: Asked = {}) =>
  await plansOfSearch(world.connectionString, async (db) => {
    valueOf(await search({ ...world.services, db }, owner.person, SearchQuery.parse({ q, ...asked })));
  });

const SEARCHES = ['i', 'im', 'img_77', 'holiday', 'hloiday', '🦄', '会议', 'img holiday 4'] as const;

test.each(SEARCHES)('a search for %s reads neither the table nor an index as a whole', async (q) => {
  const plans = await plansOf(q);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on node/);
    expect(wholeIndexReads(plan)).toEqual([]);
  }
  expect(plans.join('\n')).toMatch(q === 'i' ? /Index Scan/ : /Bitmap Index Scan on node_search/);
});

test.each(SEARCHES)('a search for %s in a small folder reads that folder alone', async (q) => {
  const plans = await plansOf(q, { folder: small });
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on node|node_search|node_by_search/);
    expect(wholeIndexReads(plan)).toEqual([]);
    expect(plan).toMatch(/CTE Scan on below/);
  }
});

test.each(SEARCHES)('a search for %s in a large folder finds the words first', async (q) => {
  const plans = await plansOf(q, { folder: full });
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on node/);
    expect(wholeIndexReads(plan)).toEqual([]);
    expect(plan).toMatch(/hashed SubPlan/);
  }
  expect(plans.join('\n')).toMatch(q === 'i' ? /Index Scan/ : /Bitmap Index Scan on node_search/);
});

test('with too many matches to rank the page says so, and names that begin with the search are still found', async () => {
  await world.addFiles(owner, ['holiday.txt']);
  const page = valueOf(
    await search(world.services, owner.person, SearchQuery.parse({ q: 'holiday', limit: '3' })),
  );
  expect(page.isPartial).toBe(true);
  expect(page.items[0]?.node.name).toBe('holiday.txt');
  const exact = valueOf(
    await search(world.services, owner.person, SearchQuery.parse({ q: 'img_77 holiday' })),
  );
  expect(exact.isPartial).toBe(false);
  expect(exact.items[0]?.node.name).toBe('IMG_77 holiday.jpg');
});
