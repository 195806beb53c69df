import { ActivityQuery, type NodeId, type Person } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { valueOf } from '../../live.world.ts';
import { listActivity } from '../files/details/list-activity.ts';
import { listFeed } from '../files/details/list-feed.ts';
import { recordEvents } from '../spaces/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { change, folder, group, remove, services, share, stranger } = here;

const called = (name: string) => ({ kind: 'person', name });
const actionsOn = async (nodeId: NodeId, by: Person = here.state.owner.person) => {
  const query = ActivityQuery.parse({});
  const { items } = valueOf(await listActivity(services(), by, { nodeId, query }));
  return items.map(({ action }) => action);
};
const feedOf = async (by: Person) =>
  valueOf(await listFeed(services(), by, { limit: 100 })).items.map(({ action }) => action.kind);

async function member(role: 'viewer' | 'contributor' | 'editor'): Promise<Person> {
  const person = await stranger();
  const { db, clock } = services();
  const key = { space_id: here.state.owner.spaceId, user_id: person.id };
  await db
    .insertInto('member')
    .values({ ...key, role, created_at: clock.now() })
    .execute();
  return person;
}

async function record(nodeId: NodeId, verb: 'link_created' | 'address_invited'): Promise<void> {
  const { db, clock, newId } = services();
  const { spaceId, person } = here.state.owner;
  const facts = verb === 'link_created' ? { link: newId() } : { email: 'new@example.org', role: 'viewer' };
  await inTransaction(db, async (tx) => {
    await recordEvents(tx, {
      spaceId,
      actorId: person.id,
      at: clock.now(),
      newId,
      events: [{ verb, nodeId, facts }],
    });
  });
}

test('who was given what, by whom, and how it ended is in the activity', async () => {
  const [ben, cleo] = [await stranger(), await stranger()];
  const team = await group();
  const id = await folder('Plans');
  valueOf(await share(id, [ben, cleo], { role: 'viewer', groupIds: [team] }));
  valueOf(await change(id, ben, { role: 'editor' }));
  valueOf(await remove(id, ben));
  valueOf(await remove(id, cleo, cleo));
  await record(id, 'address_invited');
  await record(id, 'link_created');
  expect(await actionsOn(id)).toMatchObject([
    { kind: 'link_created' },
    { kind: 'shared', holder: { kind: 'address', name: 'new@example.org' }, role: 'viewer' },
    { kind: 'share_left' },
    { kind: 'share_ended', holder: called(ben.name) },
    { kind: 'share_changed', holder: called(ben.name), role: 'editor' },
    { kind: 'shared', holder: { kind: 'group' }, role: 'viewer' },
    { kind: 'shared', holder: called(cleo.name) },
    { kind: 'shared', holder: called(ben.name) },
    { kind: 'created' },
  ]);
  here.state.world.clock.advance(DAY_MS);
  await services().db.deleteFrom('group').where('id', '=', team).execute();
  expect((await actionsOn(id))[5]).toMatchObject({ holder: { kind: 'gone' } });
});

test('only readers who know the lists of access and links are told of them', async () => {
  const id = await folder('Offers');
  const ben = await stranger();
  valueOf(await share(id, [ben], { role: 'editor' }));
  await record(id, 'address_invited');
  await record(id, 'link_created');
  const kinds = async (by: Person) => (await actionsOn(id, by)).map(({ kind }) => kind);
  expect(await kinds(ben)).toEqual(['created']);
  const [viewer, editor, contributor] = [
    await member('viewer'),
    await member('editor'),
    await member('contributor'),
  ];
  expect(await kinds(viewer)).toEqual(['shared', 'created']);
  expect(await kinds(editor)).toEqual(['link_created', 'shared', 'created']);
  expect(await feedOf(viewer)).toEqual(['shared', 'created']);
  expect(await feedOf(editor)).toEqual(['link_created', 'shared', 'created']);
  expect(await feedOf(contributor)).toEqual([]);
  expect(await feedOf(here.state.owner.person)).toEqual(['link_created', 'shared', 'shared', 'created']);
  valueOf(await share(id, [ben], { role: 'manager' }));
  expect(await kinds(ben)).toEqual(['shared', 'link_created', 'shared', 'shared', 'created']);
});

test('much that a reader is not told of hides nothing else', async () => {
  const viewer = await member('viewer');
  const id = await folder('Before many links');
  for (let at = 0; at < 6; at += 1) await record(id, 'link_created');
  const page = valueOf(await listFeed(services(), viewer, { limit: 3 }));
  expect(page.items[0]).toMatchObject({ action: { kind: 'created' }, nodeId: id });
});
