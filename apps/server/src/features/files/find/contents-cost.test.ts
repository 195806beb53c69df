// Looks at plans, because timings depend on load. The times are told, not judged.
import { SearchQuery } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import type { Db } from '../../../platform/db/db.ts';
import { indexText } from '../../../platform/texts/index-text.ts';
import { plansOfSearch, wholeIndexReads } from './plans.world.ts';
import { searchContents } from './search-contents.ts';
import { type SearchWorld, startSearchWorld } from './search.world.ts';

let world: SearchWorld;
let owner: Owner;
const FILES = 3_000;
/** Of each text. */
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
  // Without versions, which the search does not read.
  await sql`
    insert into document (space_id, node_id, version_id, state, due_at, language, text, folded, folded_starts, text_starts, words)
    select node.space_id, node.id, node.current_version_id, 'ready', node.created_at, 'en', made.text, made.folded, '{1}', '{0}',
      made.vector::tsvector
    from unnest(${ids}::uuid[], ${column('text')}::text[], ${column('folded')}::text[], ${column('vector')}::text[])
      as made (id, text, folded, vector)
    join node on node.id = made.id`.execute(world.services.db);
}

const config = { searchesContents: true };
const find = async (q: string, db: Db = world.services.db) =>
  valueOf(
    await searchContents(
      { ...world.services, config, db },
      owner.person,
      SearchQuery.parse({ q, in: 'content', limit: '50' }),
    ),
  );

test.each([
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
])('a search for %s reads neither a table nor an index as a whole', async (q) => {
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

test('with more matches than are ranked the page says so', async () => {
  expect((await find('holiday')).isPartial).toBe(true);
  const rare = await find('rare77 holiday');
  expect([rare.isPartial, rare.total]).toEqual([false, 1]);
});
