// Checks query plans, because timings depend on load. Timings are only printed.
import { type NodeId, SearchQuery } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import type { Db } from '../../../platform/db/db.ts';
import { indexText } from '../../../platform/texts/index-text.ts';
import { plansOfSearch, wholeIndexReads } from './plans.world.ts';
import { searchContents } from './search-contents.ts';
import { type Asked, type SearchWorld, startSearchWorld } from './search.world.ts';

let world: SearchWorld;
let owner: Owner;
let small: NodeId;
let large: NodeId;
const FILES = 3_000;
/** The number of words in each text. */
const WORDS = 100;

beforeAll(async () => {
  world = await startSearchWorld();
  owner = await world.addOwner();
  const other = await world.addOwner();
  for (const each of [owner, other]) {
    for (let from = 0; from < FILES; from += 3_000) {
      const names = Array.from({ length: 3_000 }, (_, at) => `${from + at}.txt`);
      await fillTexts(await world.addFiles(each, names), from);
    }
  }
  small = await world.addFolder(owner, 'small');
  large = await world.addFolder(owner, 'large');
  await fillTexts(await world.addFiles(owner, ['a.txt', 'b.txt'], { parentId: small }), 0);
  await fillTexts(await world.addFiles(owner, ['c.txt', 'd.txt'], { parentId: large }), 0);
  // The search takes the folder for one with a million files.
  await sql`update folder_content set files = 1000000 where folder_id = ${large}`.execute(world.services.db);
  await sql`vacuum analyze document, node`.execute(world.services.db);
}, 240_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** `holiday` is in each text, `rare<n>` in one of each owner, and 会议记录 in every tenth. */
async function fillTexts(ids: readonly string[], from: number): Promise<void> {
  const texts = ids.map((_, at) => {
    const words = Array.from(
      { length: WORDS },
      (_word, place) => `word${((from + at) * 31 + place * place) % 5_000}`,
    );
    return indexText(`holiday rare${from + at} ${words.join(' ')} ${at % 10 === 0 ? '会议记录' : ''}`);
  });
  const column = (name: 'text' | 'folded' | 'vector') => texts.map((each) => each[name]);
  // Adds no versions, because the search does not read them.
  await sql`
    insert into document (space_id, node_id, version_id, state, due_at, language, text, folded, folded_starts, text_starts, words)
    select node.space_id, node.id, node.current_version_id, 'ready', node.created_at, 'en', made.text, made.folded, '{1}', '{0}',
      made.vector::tsvector
    from unnest(${ids}::uuid[], ${column('text')}::text[], ${column('folded')}::text[], ${column('vector')}::text[])
      as made (id, text, folded, vector)
    join node on node.id = made.id`.execute(world.services.db);
}

const config = { searchesContents: true };
const find = async (q: string, db: Db = world.services.db, asked: Asked = {}) =>
  valueOf(
    await searchContents(
      { ...world.services, config, db },
      owner.person,
      SearchQuery.parse({ q, in: 'content', limit: '50', ...asked }),
    ),
  );

const SEARCHES = [
  'holiday',
  'rare77',
  'hol',
  'rare77 holiday',
  '"holiday rare77"',
  'holiday -rare77',
  '会议记录',
  '会',
  'unknown',
  'holidays',
] as const;

test.each(SEARCHES)('a search for %s reads neither a table nor an index as a whole', async (q) => {
  const plans = await plansOfSearch(world.connectionString, async (db) => {
    await find(q, db);
  });
  expect(plans).toHaveLength(1);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on (node|document)/);
    expect([...wholeIndexReads(plan), ...wholeIndexReads(plan, 'document')]).toEqual([]);
    expect(plan).toMatch(/Bitmap Index Scan on document_words/);
  }
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const began = performance.now();
    await find(q);
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  process.stdout.write(
    `In ${FILES} texts of a space, ${q}: median ${sorted[5]} ms, slowest ${sorted[9]} ms\n`,
  );
});

test.each(SEARCHES)(
  'a search for %s in a folder reads its texts if it is small, and else finds the words first',
  async (q) => {
    const planOf = async (folder: NodeId): Promise<string> => {
      const plans = await plansOfSearch(world.connectionString, async (db) => {
        await find(q, db, { folder });
      });
      expect(plans).toHaveLength(1);
      return plans.join('\n');
    };
    const [inSmall, inLarge] = [await planOf(small), await planOf(large)];
    for (const plan of [inSmall, inLarge]) {
      expect(plan).not.toMatch(/Seq Scan on (node|document)/);
      expect([...wholeIndexReads(plan), ...wholeIndexReads(plan, 'document')]).toEqual([]);
    }
    expect(inSmall).not.toMatch(/document_words/);
    expect(inSmall).toMatch(/CTE Scan on below/);
    expect(inLarge).toMatch(/Bitmap Index Scan on document_words/);
  },
);

test('a folder narrows the matches before they are ranked', async () => {
  for (const folder of [small, large]) {
    const { isPartial, total } = await find('holiday', world.services.db, { folder });
    expect([isPartial, total]).toEqual([false, 2]);
  }
});

test('with more matches than are ranked the page says so', async () => {
  expect((await find('holiday')).isPartial).toBe(true);
  const rare = await find('rare77 holiday');
  expect([rare.isPartial, rare.total]).toEqual([false, 1]);
});
