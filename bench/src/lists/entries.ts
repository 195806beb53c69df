import { type NodeView, SORT_COLUMNS } from '@coffer/contracts';
import type { Person } from '@coffer/e2e/person';
import type { Figure } from '../figure.ts';
import { percentile, timed } from '../statistics.ts';
import type { Filled } from './fill-space.ts';
import { benchListPage } from './page.ts';

type Id = NodeView['id'];

const SMALL = 1_000;
const ROUNDS = 40;
const PAGE = 200;
const GOAL = 2;
const DEEP_FOLDERS = 1_000;

/** Each call on a folder of `entries`, compared with the same on a folder of 1,000, in turns. */
export async function benchEntries(
  person: Person,
  filled: Filled,
  { url, rootId, entries }: { readonly url: string; readonly rootId: Id; readonly entries: number },
): Promise<readonly Figure[]> {
  const small = await newFolder(person, rootId, 'small');
  const large = await newFolder(person, rootId, 'large');
  await filled.addFiles(small, SMALL);
  await filled.addFiles(large, entries);
  await filled.analyze();
  const of = entries.toLocaleString('en');
  const compare = async (name: string, call: (folder: Side) => Promise<unknown>): Promise<Figure> => {
    const [slow, quick] = [[], []] as [number[], number[]];
    for (let round = 0; round < ROUNDS; round += 1) {
      quick.push(await timed(() => call({ id: small, count: SMALL })));
      slow.push(await timed(() => call({ id: large, count: entries })));
    }
    return {
      name: `${name} of ${of} entries, p95`,
      value: percentile(slow, 0.95),
      unit: 'ms',
      baseline: `of ${SMALL.toLocaleString('en')}`,
      baselineValue: percentile(quick, 0.95),
      goal: GOAL,
    };
  };
  const page = async ({ id }: Side, query: Readonly<Record<string, string>>) =>
    await person.call('listChildren', { params: { nodeId: id }, query: { limit: String(PAGE), ...query } });
  const figures: Figure[] = [];
  for (const sort of SORT_COLUMNS) {
    const cursors = new Map<Id, string>();
    for (const id of [small, large]) {
      const { next } = await page({ id, count: 0 }, { sort });
      if (next !== null) cursors.set(id, next);
    }
    figures.push(
      await compare(`first page by ${sort}`, (side) => page(side, { sort })),
      await compare(`next page by ${sort}`, (side) =>
        page(side, { sort, after: cursors.get(side.id) ?? '' }),
      ),
      await compare(`page in the middle by ${sort}`, (side) =>
        page(side, { sort, at: String(Math.floor(side.count / 2)) }),
      ),
      await compare(`last page by ${sort}`, (side) => page(side, { sort, at: String(side.count - PAGE) })),
    );
  }
  const inside = new Map<Id, Id>();
  for (const id of [small, large]) {
    const [first] = (await page({ id, count: 0 }, { limit: '1' })).items;
    if (first !== undefined) inside.set(id, first.id);
  }
  figures.push(
    await compare('filter "img 77"', (side) => page(side, { filter: 'img 77' })),
    await compare('file with its path', (side) =>
      person.call('getNode', { params: { nodeId: inside.get(side.id) ?? side.id } }),
    ),
    await compare('details and size of the folder', (side) =>
      person.call('getNodeDetails', { params: { nodeId: side.id } }),
    ),
    ...(await benchListPage({ url, entries })),
    ...(await benchSearch(person, of, { small, large })),
    ...(await benchSubtrees(person, filled, rootId)),
  );
  return figures;
}

const SEARCH_MS = 150;
const SEARCHES: Readonly<Record<string, (round: number) => string>> = {
  'a name': (round) => `img ${7_000 + round}`,
  'a word that every name has': () => 'img',
  'a word of a third of all names': () => 'jpg',
  'a mistyped word': () => 'weding',
};

async function benchSearch(
  person: Person,
  of: string,
  folders: Readonly<Record<string, Id>>,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const searches = Object.entries(SEARCHES).flatMap(([what, textOf]) => [
    { what, textOf, query: {} },
    ...Object.entries(folders).map(([name, folder]) => ({
      what: `${what} in the ${name} folder`,
      textOf,
      query: { folder },
    })),
  ]);
  for (const { what, textOf, query } of searches) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timed(() => person.call('search', { query: { q: textOf(round), ...query } })));
    figures.push({
      name: `search for ${what} among ${of} entries, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      baseline: `goal: ${SEARCH_MS} ms`,
      baselineValue: SEARCH_MS,
      goal: 1,
    });
  }
  return figures;
}

interface Side {
  readonly id: Id;
  readonly count: number;
}

/** A folder with 100,000 descendants, compared with an empty one. */
async function benchSubtrees(person: Person, filled: Filled, rootId: Id): Promise<readonly Figure[]> {
  const places = [await newFolder(person, rootId, 'here'), await newFolder(person, rootId, 'there')] as const;
  const empty = await newFolder(person, places[0], 'empty');
  const deep = await newFolder(person, places[0], 'deep');
  await filled.addFolders(deep, DEEP_FOLDERS);
  await filled.analyze();
  const changes = {
    rename: async (id: Id, round: number) =>
      await person.call('renameNode', {
        params: { nodeId: id },
        body: { name: `${id} ${round}` },
        revision: await revisionOf(person, id),
      }),
    move: async (id: Id, round: number) =>
      await person.call('moveNodes', {
        body: { ids: [id], parentId: places[(round + 1) % 2] ?? places[0], conflict: 'fail' },
        idempotencyKey: crypto.randomUUID(),
      }),
  };
  const figures: Figure[] = [];
  for (const [name, change] of Object.entries(changes)) {
    const [slow, quick] = [[], []] as [number[], number[]];
    for (let round = 0; round < ROUNDS; round += 1) {
      quick.push(await timed(() => change(empty, round)));
      slow.push(await timed(() => change(deep, round)));
    }
    figures.push({
      name: `${name} of a folder with 100,000 descendants, p95`,
      value: percentile(slow, 0.95),
      unit: 'ms',
      baseline: 'of an empty one',
      baselineValue: percentile(quick, 0.95),
      goal: GOAL,
    });
  }
  return figures;
}

async function revisionOf(person: Person, nodeId: Id): Promise<number> {
  return (await person.call('getNode', { params: { nodeId } })).revision;
}

export async function newFolder(person: Person, parentId: Id, name: string): Promise<Id> {
  return (await person.call('createFolder', { body: { parentId, name } })).id;
}
