import {
  ChildrenQuery,
  LIMITS,
  MomentsQuery,
  NodeId,
  SearchQuery,
  SERVER_LIMITS,
  type SpaceRole,
  type Tag,
} from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { addStar } from '../../src/features/files/find/stars.ts';
import { listStarred } from '../../src/features/files/find/list-moments.ts';
import { search } from '../../src/features/files/find/search.ts';
import { listChildren } from '../../src/features/files/list-children.ts';
import { changeTag, deleteTag } from '../../src/features/files/tags/change-tags.ts';
import { nodeTagsQuery } from '../../src/features/files/tags/store/node-tags.ts';
import { tagItems } from '../../src/features/files/tags/tag-items.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import {
  folder,
  known,
  made,
  make,
  names,
  prepareTags,
  put,
  tagged,
  tagsOf,
  team,
  world,
} from './tags.world.ts';

prepareTags();

test('everyone in a space sees its tags; those who may change files make them', async () => {
  const id = await folder('plans');
  const tag = await made('Urgent');
  expect(tag).toMatchObject({ name: 'Urgent', color: 'red', mayChange: true, revision: 1 });
  expect(valueOf(await put(tag, [id]))).toEqual({ changed: [id], refused: [] });
  expect(valueOf(await put(tag, [id]))).toEqual({ changed: [], refused: [] });
  const roles: readonly SpaceRole[] = ['viewer', 'editor', 'manager'];
  for (const role of roles) {
    const person = await team.add(role);
    expect(await tagsOf(id, person)).toEqual(['Urgent']);
    const mayChange = role !== 'viewer';
    expect(await known(person)).toContainEqual(expect.objectContaining({ id: tag.id, items: 1, mayChange }));
    const result = await make(`By ${role}`, { by: person });
    const refusal = { ok: false, error: { code: 'not_allowed', facts: { needed_role: 'editor' } } };
    expect(result).toMatchObject(mayChange ? { ok: true } : refusal);
  }
  const viewer = await team.add('viewer');
  expect(valueOf(await put(tag, [id], { by: viewer, isOn: false }))).toEqual({
    changed: [],
    refused: [{ id, code: 'not_allowed' }],
  });
  const page = await listChildren(world.services, team.owner, {
    nodeId: NodeId.parse(team.space.rootId),
    query: ChildrenQuery.parse({}),
    showsTags: true,
  });
  const row = valueOf(page).items.find((node) => node.id === id);
  expect(row?.tags).toEqual([{ id: tag.id, name: 'Urgent', color: 'red' }]);
});

test('a tag of one’s own is seen by nobody else, in any space and on what is shared', async () => {
  const id = await folder('notes');
  const viewer = await team.add('viewer');
  const { person: guest } = await world.addOwner();
  const grant = { groupIds: [], role: 'viewer' as const, expiresAt: null, message: '' };
  valueOf(await createGrants(world.services, team.owner, { nodeId: id, personIds: [guest.id], ...grant }));
  for (const person of [viewer, guest]) {
    const own = await made('To read', { by: person, of: null, color: 'blue' });
    expect(valueOf(await put(own, [id], { by: person })).changed).toEqual([id]);
    expect(await tagsOf(id, person)).toEqual(['To read']);
    expect(errorOf(await put(own, [id])).code).toBe('tag_not_found');
    const { revision } = own;
    expect(
      errorOf(await changeTag(world.services, team.owner, { tagId: own.id, name: 'x', revision })).code,
    ).toBe('tag_not_found');
    valueOf(await deleteTag(world.services, team.owner, { tagId: own.id }));
    expect((await tagged('to READ', person)).items.map(({ node }) => node.id)).toEqual([id]);
  }
  expect(await tagsOf(id)).toEqual([]);
  expect((await known()).map(({ name }) => name)).not.toContain('To read');
  // A person with a grant alone sees tags of the space on it, and changes none.
  const tag = await made('Shared one');
  valueOf(await put(tag, [id]));
  expect(await tagsOf(id, guest)).toEqual(['Shared one', 'To read']);
  expect((await known(guest)).map(({ name }) => name)).toEqual(['To read']);
  expect(errorOf(await put(tag, [id], { by: guest, isOn: false })).code).toBe('tag_not_found');
  expect((await tagged('Shared one', guest)).items.map(({ node }) => node.id)).toEqual([id]);
});

test('strangers meet the answer for a missing tag and a missing item', async () => {
  const { person: stranger } = await world.addOwner();
  const [id, tag] = [await folder('hidden'), await made('Hidden')];
  expect(errorOf(await make('Mine', { by: stranger })).code).toBe('tag_not_found');
  expect(errorOf(await put(tag, [id], { by: stranger })).code).toBe('tag_not_found');
  const change = { tagId: tag.id, name: 'Mine', revision: tag.revision };
  expect(errorOf(await changeTag(world.services, stranger, change)).code).toBe('tag_not_found');
  valueOf(await deleteTag(world.services, stranger, { tagId: tag.id }));
  valueOf(await put(tag, [id]));
  expect(await tagged('Hidden', stranger)).toEqual({ items: [], next: null });
  const own = await made('Own', { by: stranger, of: null });
  expect(valueOf(await put(own, [id], { by: stranger })).refused).toEqual([{ id, code: 'node_not_found' }]);
});

test('names that differ only in case are one, also when two people make them at once', async () => {
  const results = await Promise.all(['Ärger', 'ÄRGER', 'ärger'].map(async (name) => await make(name)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const [first] = results.flatMap((result) => (result.ok ? [result.value] : []));
  const refused = results.flatMap((result) => (result.ok ? [] : [result.error]));
  expect(refused).toEqual(
    Array.from({ length: 2 }, () => ({ code: 'tag_name_taken', facts: { existing_id: first?.id } })),
  );
  const other = await made('Other');
  const change = { tagId: other.id, revision: other.revision };
  expect(errorOf(await changeTag(world.services, team.owner, { ...change, name: 'äRGER' })).code).toBe(
    'tag_name_taken',
  );
  const renamed = valueOf(
    await changeTag(world.services, team.owner, { ...change, name: 'OTHER', color: 'teal' }),
  );
  expect(renamed).toMatchObject({ name: 'OTHER', color: 'teal', revision: 2 });
  expect(errorOf(await changeTag(world.services, team.owner, { ...change, name: 'Late' }))).toEqual({
    code: 'revision_conflict',
    facts: { current_revision: 2 },
  });
});

test('of two own tags that are renamed to one name at once, one gets it', async () => {
  const own = [await made('One', { of: null }), await made('Two', { of: null })];
  const results = await Promise.all(
    own.map(
      async ({ id: tagId, revision }) =>
        await changeTag(world.services, team.owner, { tagId, revision, name: 'Same' }),
    ),
  );
  const refused = results.flatMap((result) => (result.ok ? [] : [result.error.code]));
  expect(refused).toEqual(['tag_name_taken']);
});

test('a tag is merged into another of its space: every item has that one, once, and the first is gone', async () => {
  const [both, one, trashed] = [await folder('both'), await folder('one'), await folder('trashed')];
  const [from, into] = [await made('Bill'), await made('Invoice', { color: 'teal' })];
  valueOf(await put(from, [both, one, trashed]));
  valueOf(await put(into, [both]));
  await trashNodes(world.services, team.owner, [trashed]);
  const merge = { tagId: from.id, mergeInto: into.id, revision: from.revision };
  const viewer = await team.add('viewer');
  expect(errorOf(await changeTag(world.services, viewer, merge)).code).toBe('not_allowed');
  const own = await made('Invoice', { of: null });
  for (const mergeInto of [own.id, (await made('Theirs', { by: viewer, of: null })).id]) {
    expect(errorOf(await changeTag(world.services, team.owner, { ...merge, mergeInto })).code).toBe(
      'tag_not_found',
    );
  }
  const merged = valueOf(await changeTag(world.services, team.owner, merge));
  expect(merged).toMatchObject({ id: into.id, name: 'Invoice', color: 'teal' });
  for (const id of [both, one]) expect(await tagsOf(id)).toEqual(['Invoice']);
  const left = await known();
  expect(left.map(({ id }) => id)).not.toContain(from.id);
  expect(left.find(({ id }) => id === into.id)?.items).toBe(2);
  expect(errorOf(await changeTag(world.services, team.owner, merge)).code).toBe('tag_not_found');
});

test('the limits hold: tags of a space, tags of an item', async () => {
  const full = await makeTeam(world);
  const { owner, spaceId } = full;
  const id = await folder('full', owner, full.space.rootId);
  const tags: Tag[] = [];
  for (let n = 0; n < SERVER_LIMITS.tagsPerSpaceMax; n += 1) {
    tags.push(await made(`Tag ${n}`, { by: owner, of: spaceId }));
  }
  expect(errorOf(await make('One more', { by: owner, of: spaceId })).code).toBe('limit_reached');
  for (const tag of tags.slice(0, LIMITS.tagsPerNodeMax)) valueOf(await put(tag, [id], { by: owner }));
  const over = tags.slice(LIMITS.tagsPerNodeMax)[0];
  if (over === undefined) throw new Error('there are more tags than an item may have');
  expect(valueOf(await put(over, [id], { by: owner })).refused).toEqual([{ id, code: 'limit_reached' }]);
  const own = await made('Own besides', { by: owner, of: null });
  expect(valueOf(await put(own, [id], { by: owner })).changed).toEqual([id]);
});

test('a selection of all but some is tagged, and each refusal is reported', async () => {
  const parent = await folder('many');
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => await folder(name, team.owner, parent)),
  );
  const [a, b, c, d] = ids;
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new Error('four were made');
  const tag = await made('Batch');
  valueOf(await put(tag, [a]));
  const selection = { of: 'folder' as const, folderId: parent, except: [d] };
  const named = { tagId: tag.id, selection, isOn: true };
  expect(valueOf(await tagItems(world.services, team.owner, named))).toEqual({
    changed: [b, c],
    refused: [],
  });
  await trashNodes(world.services, team.owner, [b]);
  const root = NodeId.parse(team.space.rootId);
  expect(valueOf(await put(tag, [a, b, root], { isOn: false }))).toEqual({
    changed: [a],
    refused: [
      { id: b, code: 'node_not_found' },
      { id: root, code: 'not_allowed' },
    ],
  });
  expect(
    errorOf(
      await tagItems(world.services, team.owner, {
        ...named,
        selection: { ...selection, revision: 1 },
      }),
    ).code,
  ).toBe('changed_since');
});

test('the list of a tag is paged, newest first, without trash, and each item once', async () => {
  const parent = await folder('paged');
  const tag = await made('Paged');
  const ids: NodeId[] = [];
  for (const name of ['1', '2', '3', '4', '5']) {
    world.clock.advance(1_000);
    const id = await folder(name, team.owner, parent);
    valueOf(await put(tag, [id]));
    ids.push(id);
  }
  const own = await made('pageD', { of: null });
  const [first, second] = ids;
  if (first === undefined || second === undefined) throw new Error('five were made');
  world.clock.advance(1_000);
  valueOf(await put(own, [first]));
  await trashNodes(world.services, team.owner, [second]);
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = await tagged('Paged', team.owner, { limit: '2', ...(after === '' ? {} : { after }) });
    seen.push(...page.items.map(({ node }) => node.id));
    after = page.next;
  }
  expect(seen).toEqual([first, ids[4], ids[3], ids[2]]);
  expect((await known()).find(({ id }) => id === tag.id)?.items).toBe(4);
  valueOf(await addStar(world.services, team.owner, first));
  const [star] = valueOf(await listStarred(world.services, team.owner, MomentsQuery.parse({}))).items;
  const shown = [
    ['Paged', undefined],
    ['pageD', true],
  ];
  expect(names(star?.node)).toEqual(shown);
  const query = SearchQuery.parse({ q: '1', tag: 'paged' });
  const hit = async (showsTags: boolean) =>
    valueOf(await search(world.services, team.owner, { ...query, showsTags })).items[0]?.node;
  expect(names(await hit(true))).toEqual(shown);
  // A manager's look as somebody else.
  expect(names(await hit(false))).toBeUndefined();
});

test('a deleted tag is off all items, and what was deleted permanently has none', async () => {
  const id = await folder('short-lived');
  const tag = await made('Short-lived');
  valueOf(await put(tag, [id]));
  valueOf(await deleteTag(world.services, team.owner, { tagId: tag.id }));
  valueOf(await deleteTag(world.services, team.owner, { tagId: tag.id }));
  expect(await tagsOf(id)).toEqual([]);
  expect(errorOf(await put(tag, [id])).code).toBe('tag_not_found');
  const late = { tagId: tag.id, name: 'x', revision: 1 };
  expect(errorOf(await changeTag(world.services, team.owner, late)).code).toBe('tag_not_found');
});

const changes = async () =>
  (
    await sql<{ readonly space_id: string | null; readonly person_id: string | null }>`
      select space_id, person_id from change where kind = 'tag' order by at desc, tx desc limit 1`.execute(
      world.services.db,
    )
  ).rows[0];

test('every change of a tag is announced: to the space, or to its owner alone', async () => {
  const id = await folder('announced');
  await sql`delete from change`.execute(world.services.db);
  const tag = await made('Announced');
  expect(await changes()).toEqual({ space_id: team.spaceId, person_id: null });
  const own = await made('Announced', { of: null });
  expect(await changes()).toEqual({ space_id: null, person_id: team.owner.id });
  for (const isOn of [true, false]) {
    await sql`delete from change`.execute(world.services.db);
    valueOf(await put(tag, [id], { isOn }));
    expect(await changes()).toEqual({ space_id: team.spaceId, person_id: null });
    await sql`delete from change`.execute(world.services.db);
    valueOf(await put(own, [id], { isOn }));
    expect(await changes()).toEqual({ space_id: null, person_id: team.owner.id });
  }
});

test('the tags of a page are found by one look into an index for each item', async () => {
  const { db } = world.services;
  await sql`insert into node_tag (tag_id, space_id, node_id, created_at)
    select tag.id, node.space_id, node.id, now() from tag cross join node where node.parent_id is not null
    on conflict do nothing`.execute(db);
  await sql`analyze node_tag`.execute(db);
  const [first] = await db.selectFrom('node').select('id').limit(1).execute();
  const query = nodeTagsQuery({ nodeIds: [first?.id ?? ''], userId: team.owner.id });
  const { rows } = await sql<{ readonly 'QUERY PLAN': string }>`explain ${query}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('node_tag_pkey');
  expect(plan).not.toContain('Seq Scan on node_tag');
});
