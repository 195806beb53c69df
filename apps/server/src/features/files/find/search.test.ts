import { NodeId, SearchQuery } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, type Owner } from '../../../live.world.ts';
import { renameNode } from '../rename-node.ts';
import { restoreNodes } from '../trash/restore-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { search } from './search.ts';
import { type Asked, marked, type SearchWorld, startSearchWorld } from './search.world.ts';

let world: SearchWorld;
let owner: Owner;
beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
});

const find = async (q: string, asked: Asked = {}) => await world.names(owner.person, { q, ...asked });
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));

test('whole names come first, then beginnings, words, parts of words and similar names', async () => {
  await world.addFiles(owner, [
    'replan.txt',
    'My plan.txt',
    'plan of record.txt',
    'plan.txt',
    'pan plna.txt',
  ]);
  expect(await find('plan')).toEqual([
    'plan.txt',
    'plan of record.txt',
    'My plan.txt',
    'replan.txt',
    'pan plna.txt',
  ]);
});

test('equally good matches are sorted newest first', async () => {
  for (const number of [2, 3, 1]) {
    await world.addFiles(owner, [`plan ${number}.txt`], { modifiedAt: day(number) });
  }
  expect(await find('plan')).toEqual(['plan 3.txt', 'plan 2.txt', 'plan 1.txt']);
});

test.each([
  ['cafe', 'Café Über.txt', '[Café] Über.txt'],
  ['uber', 'Café Über.txt', 'Café [Über].txt'],
  ['CAFÉ', 'cafe.txt', '[cafe].txt'],
  ['strasse', 'Die Straße.txt', 'Die [Straße].txt'],
  ['lodz', 'Łódź.txt', '[Łódź].txt'],
  ['договор', 'Мой Договор.pdf', 'Мой [Договор].pdf'],
  ['елка', 'Ёлка.jpg', '[Ёлка].jpg'],
  ['προσ', 'ΠΡΌΣ.txt', '[ΠΡΌΣ].txt'],
  ['احمد', 'صور أحمد.zip', 'صور [أحمد].zip'],
  ['مدرسه', 'مَدْرَسَة.pdf', '[مَدْرَسَة].pdf'],
  ['שלום', 'שָׁלוֹם.txt', '[שָׁלוֹם].txt'],
  ['会议', '北京会议记录.docx', '北京[会议]记录.docx'],
  ['が', 'さくらが.txt', 'さくら[が].txt'],
  ['회의', '주간회의록.txt', '주간[회의]록.txt'],
  ['हिन्दी', 'हिन्दी पाठ.txt', '[हिन्दी] पाठ.txt'],
  ['ไทย', 'ภาษาไทย.txt', 'ภาษา[ไทย].txt'],
  ['٢٠٢٦', 'Report 2026.txt', 'Report [2026].txt'],
  ['2026', 'تقرير ٢٠٢٦.txt', 'تقرير [٢٠٢٦].txt'],
  ['file', 'ﬁle.txt', '[ﬁle].txt'],
  ['🎉', 'Party 🎉🎈.png', 'Party [🎉]🎈.png'],
  ['c++', 'Learn C++.pdf', 'Learn [C++].pdf'],
  ['100%', 'I am 100% sure.txt', 'I am [100%] sure.txt'],
  ['v4 plan', 'planting_plan-v4.pdf', '[plan]ting_[plan]-[v4].pdf'],
  ['planting-plan', 'Planting Plan.txt', '[Planting] [Plan].txt'],
  ['ab', 'cab abc.txt', 'cab [ab]c.txt'],
])('a search for %s finds %s', async (q, name, shown) => {
  await world.addFiles(owner, [name, 'Something else.bin']);
  const { items } = await world.page(owner.person, { q });
  expect(items.map(marked)).toEqual([shown]);
});

test.each([
  ['reprot', 'report.docx', '[report].docx'],
  ['plantin plam', 'Planting plan.pdf', '[Planting] [plan].pdf'],
  ['recieve', 'receive.txt', '[receive].txt'],
  ['вдоговор', 'Договор.pdf', '[Договор].pdf'],
  ['invoce', 'Invoices', '[Invoices]'],
])('a typo in %s is forgiven', async (q, name, shown) => {
  await world.addFiles(owner, [name, 'replica.txt', 'Something else.bin']);
  const { items } = await world.page(owner.person, { q });
  expect(items.map((hit) => [marked(hit), hit.isSimilar])).toEqual([[shown, true]]);
});

test.each([
  '%',
  '_',
  '\\',
  '%%',
  '\\%',
  '.*',
  '(',
  '[a-z]',
  '^',
  '$$',
  "'; --",
  '"',
  '́',
  '‮',
  '🦄',
  '-',
  'a'.repeat(200),
])('a search for %j finds only what has these characters', async (q) => {
  await world.addFiles(owner, ['plan.txt', 'a_b.txt']);
  expect(await find(q)).toEqual([]);
});

test.each([
  ['%', 'fifty%.txt'],
  ['\\', 'back\\slash.txt'],
  ['^', 'up^.txt'],
  ['*', 'star*.txt'],
])('a wildcard is literal: %s', async (q, name) => {
  await world.addFiles(owner, [name, 'plain.txt']);
  expect(await find(q)).toEqual([name]);
});

test.each(['', '   ', '\u0000', 'a\u0000b', '\ud800', 'x'.repeat(10_000), '\u001b[31m'])(
  'the search text %j is refused',
  (q) => {
    expect(SearchQuery.safeParse({ q }).success).toBe(false);
  },
);

test('a name of any length and script can be stored and found', async () => {
  const names = ['ﷺ'.repeat(85), '㌖'.repeat(85), '🎉'.repeat(63), '會'.repeat(85), 'x'.repeat(255)];
  await world.addFiles(owner, names);
  expect(await find('🎉🎉')).toEqual([names[2]]);
  expect(await find('會會會')).toEqual([names[3]]);
});

test('only spaces of the person are searched, and contributors find only their own files', async () => {
  const other = await world.addOwner();
  const guest = await world.addOwner();
  await world.addFiles(other, ['shared plan.txt']);
  expect(await find('plan')).toEqual([]);
  await world.addMember(other, owner.person, 'viewer');
  await world.addMember(other, guest.person, 'contributor');
  await world.addFiles(other, ['plan of the guest.txt'], { createdBy: guest.person.id });
  expect(await find('plan')).toEqual(['plan of the guest.txt', 'shared plan.txt']);
  expect(await world.names(guest.person, { q: 'plan' })).toEqual(['plan of the guest.txt']);
  expect(await find('plan', { space: owner.spaceId })).toEqual([]);
  const [hit] = (await world.page(owner.person, { q: 'shared' })).items;
  expect(hit?.space).toMatchObject({ id: other.spaceId, rootId: other.rootId });
});

test('a hit names its parent folders, and a contributor sees only their own', async () => {
  const outer = await world.addFolder(owner, 'Outer');
  const inner = await world.addFolder(owner, 'Inner', outer);
  const guest = await world.addOwner();
  await world.addMember(owner, guest.person, 'contributor');
  await world.addFiles(owner, ['deep.txt'], { parentId: inner, createdBy: guest.person.id });
  const [hit] = (await world.page(owner.person, { q: 'deep' })).items;
  expect(hit?.path).toEqual([
    { id: outer, name: 'Outer' },
    { id: inner, name: 'Inner' },
  ]);
  expect((await world.page(guest.person, { q: 'deep' })).items[0]?.path).toEqual([]);
});

test('the trash is searched when asked for, with everything in trashed folders', async () => {
  const outer = await world.addFolder(owner, 'Plan folder');
  const inner = await world.addFolder(owner, 'Deeper', outer);
  await world.addFiles(owner, ['plan in trash.txt'], { parentId: inner });
  const [loose] = await world.addFiles(owner, ['plan alone.txt']);
  await world.addFiles(owner, ['plan alive.txt']);
  await trashNodes(world.services, owner.person, [outer, NodeId.parse(loose)]);
  expect(await find('plan')).toEqual(['plan alive.txt']);
  expect(new Set(await find('plan', { trash: 'only' }))).toEqual(
    new Set(['Plan folder', 'plan in trash.txt', 'plan alone.txt']),
  );
  const all = await world.page(owner.person, { q: 'plan', trash: 'include' });
  expect(new Map(all.items.map((hit) => [hit.node.name, hit.isTrashed]))).toEqual(
    new Map([
      ['Plan folder', true],
      ['plan alive.txt', false],
      ['plan alone.txt', true],
      ['plan in trash.txt', true],
    ]),
  );
  expect(all.total).toBe(4);
});

test('kind, size and day narrow a search', async () => {
  await world.addFolder(owner, 'Sea');
  await world.addFiles(owner, ['sea.jpg'], {
    mediaType: 'image/jpeg',
    sizeBytes: 5_000_000_000,
    modifiedAt: day(1),
  });
  await world.addFiles(owner, ['sea.csv'], { mediaType: 'text/csv', sizeBytes: 10, modifiedAt: day(2) });
  await world.addFiles(owner, ['sea.json'], {
    mediaType: 'application/json',
    sizeBytes: 20,
    modifiedAt: day(3),
  });
  expect(await find('sea', { kind: 'folder' })).toEqual(['Sea']);
  expect(await find('sea', { kind: 'file' })).toEqual(['sea.json', 'sea.csv', 'sea.jpg']);
  expect(await find('sea', { kind: 'image' })).toEqual(['sea.jpg']);
  expect(await find('sea', { kind: 'sheet' })).toEqual(['sea.csv']);
  expect(await find('sea', { kind: 'text' })).toEqual(['sea.json']);
  expect(await find('sea', { sizeFrom: '20' })).toEqual(['sea.json', 'sea.jpg']);
  expect(await find('sea', { sizeTo: '20' })).toEqual(['sea.json', 'sea.csv']);
  const days = { modifiedFrom: day(2).toISOString(), modifiedTo: day(2).toISOString() };
  expect(await find('sea', days)).toEqual(['sea.csv']);
});

test('pages continue where the last one ended, from literal to similar matches', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `report ${index}.txt`);
  await world.addFiles(owner, [...names, 'reprot a.txt', 'reprot b.txt']);
  const read: string[] = [];
  let asked: Asked = { q: 'report', limit: '2' };
  for (let pages = 0; pages < 10; pages += 1) {
    const page = await world.page(owner.person, asked);
    expect(page.total).toBe(9);
    read.push(...page.items.map(({ node }) => node.name));
    if (page.next === null) break;
    asked = { ...asked, after: page.next };
  }
  expect(read.slice(0, 7).toSorted()).toEqual(names);
  expect(read.slice(7).toSorted()).toEqual(['reprot a.txt', 'reprot b.txt']);
});

test.each(['x', 'e30', Buffer.from('[1,"2026-02-31T00:00:00.000Z","x"]').toString('base64url')])(
  'a foreign cursor is refused: %s',
  async (after) => {
    const query = SearchQuery.parse({ q: 'plan', after });
    expect(errorOf(await search(world.services, owner.person, query))).toMatchObject({
      code: 'invalid_request',
    });
  },
);

test('the new name is found after renaming and restoring, and the old one is not', async () => {
  const id = await world.addFolder(owner, 'Winter');
  await renameNode(world.services, owner.person, { nodeId: id, name: 'Summer', revision: 1 });
  expect([await find('winter'), await find('summer')]).toEqual([[], ['Summer']]);
  await trashNodes(world.services, owner.person, [id]);
  await world.addFolder(owner, 'Summer');
  await restoreNodes(world.services, owner.person, [id]);
  expect((await find('summer')).toSorted()).toEqual(['Summer', 'Summer (2)']);
});
