import { FeedQuery, type Person, SpaceId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
import { undoJob } from '../jobs/undo/undo-job.ts';
import { moveWorld } from '../move/move.world.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { listFeed } from './list-feed.ts';

const here = moveWorld();
const { file, folder, move } = here;

const feed = async (query: Record<string, string> = {}, by: Person = here.owner.person) =>
  valueOf(await listFeed(here.world.services, by, FeedQuery.parse(query)));

const addMember = async (role: 'viewer' | 'contributor' | 'editor') => {
  const member = await here.world.addOwner();
  const key = { space_id: here.owner.spaceId, user_id: member.person.id };
  await here.world.services.db
    .insertInto('member')
    .values({ ...key, role, created_at: here.world.clock.now() })
    .execute();
  return member.person;
};

test('one entry represents an action with many items, with their place and its undo', async () => {
  const target = await folder('Target');
  const ids = await Promise.all(['a', 'b', 'c'].map(async (name) => await file(name)));
  const moved = valueOf(await move(ids, target.id));
  const trashed = await trashNodes(here.world.services, here.owner.person, [target.id]);
  const { items } = await feed();
  expect(items).toMatchObject([
    {
      name: 'Target',
      count: 1,
      action: { kind: 'trashed' },
      undoJobId: trashed.jobId,
      place: { kind: 'folder', isTrashed: true },
      author: { kind: 'you' },
    },
    { name: 'a', count: 3, action: { kind: 'moved', to: { name: 'Target' } }, undoJobId: moved.jobId },
    { name: 'Target', count: 1, action: { kind: 'created' } },
  ]);
  valueOf(await undoJob(here.world.services, here.owner.person, moved.jobId ?? ''));
  valueOf(await undoJob(here.world.services, here.owner.person, trashed.jobId ?? ''));
  const after = (await feed()).items;
  expect(after.slice(0, 2)).toMatchObject([
    { action: { kind: 'restored' }, undid: 'trash', undoJobId: null, place: { isTrashed: false } },
    { action: { kind: 'trashed' }, isUndone: true, undoJobId: null },
  ]);
  // The items of the move were in the trash, so it was not undone.
  expect(after[2]?.isUndone).toBeUndefined();
  valueOf(await undoJob(here.world.services, here.owner.person, moved.jobId ?? ''));
  const [undo, ...others] = (await feed()).items;
  expect(undo).toMatchObject({ action: { kind: 'moved' }, undid: 'move', count: 3, undoJobId: null });
  expect(others.find(({ action }) => action.kind === 'moved')).toMatchObject({
    isUndone: true,
    undoJobId: null,
  });
  // The event still names the undone action after the job was deleted; jobs are kept for a month only.
  await here.world.services.db.deleteFrom('job').execute();
  expect((await feed()).items[0]).toMatchObject({ undid: 'move', count: 3 });
});

test('pages go on where the last one ended, and one space can be asked for', async () => {
  for (const name of ['one', 'two', 'three']) await folder(name);
  const first = await feed({ limit: '2' });
  expect(first.items.map(({ name }) => name)).toEqual(['three', 'two']);
  const rest = await feed({ after: first.next ?? '', limit: '10' });
  expect(rest).toMatchObject({ items: [{ name: 'one' }], next: null });
  const stranger = await here.world.addOwner();
  expect((await feed({}, stranger.person)).items).toEqual([]);
  const { services } = here.world;
  const query = { spaceId: SpaceId.parse(here.owner.spaceId), limit: 10 };
  expect(errorOf(await listFeed(services, stranger.person, query))).toEqual({ code: 'space_not_found' });
});

test('an editor may undo what others did, a viewer sees it only, and a contributor sees own acts', async () => {
  await trashNodes(here.world.services, here.owner.person, [(await folder('Plans')).id]);
  const spaceId = here.owner.spaceId;
  expect((await feed({ spaceId }, await addMember('editor'))).items[0]).toMatchObject({
    name: 'Plans',
    author: { kind: 'person' },
    undoJobId: expect.any(String),
  });
  expect((await feed({ spaceId }, await addMember('viewer'))).items[0]).toMatchObject({ undoJobId: null });
  expect((await feed({ spaceId }, await addMember('contributor'))).items).toEqual([]);
});

const listMoves = async (query: Record<string, string> = {}) =>
  (await feed(query)).items.filter(({ action }) => action.kind === 'moved');

test('a move between spaces is in the activity of both, and once among all', async () => {
  const { person, spaceId } = here.owner;
  const other = await here.world.addOwner();
  await here.world.services.db
    .insertInto('member')
    .values({
      space_id: other.spaceId,
      user_id: person.id,
      role: 'editor',
      created_at: here.world.clock.now(),
    })
    .execute();
  valueOf(await move([await file('a'), await file('b')], other.rootId));
  expect(await listMoves({ spaceId })).toHaveLength(1);
  expect(await listMoves({ spaceId: other.spaceId })).toHaveLength(1);
  expect(await listMoves()).toMatchObject([{ spaceId: other.spaceId, count: 2 }]);
});
