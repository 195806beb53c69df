import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { putInvited } from './store/invited.ts';
import { sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { byMe, folder, group, remove, removeAll, services, share, stranger, withMe } = here;

const inMs = (ms: number) => new Date(here.state.world.clock.now().getTime() + ms).toISOString();

test('an item is in the list once, with the newest it is shared with and how many there are', async () => {
  const id = await folder('Plans');
  const [first, second, third, fourth] = [
    await stranger(),
    await stranger(),
    await stranger(),
    await stranger(),
  ];
  const groupId = await group([fourth]);
  for (const person of [first, second, third]) {
    valueOf(await share(id, [person], { role: 'viewer' }));
    here.state.world.clock.advance(1_000);
  }
  valueOf(await share(id, [], { role: 'viewer', groupIds: [groupId] }));
  const newest = here.state.world.clock.now().toISOString();

  const [item, ...others] = (await byMe()).items;
  expect(others).toEqual([]);
  expect(item).toMatchObject({ node: { id }, total: 4, role: 'viewer', message: '', grantedAt: newest });
  expect(item?.sharedWith).toEqual([
    { holder: 'group', holderId: groupId, name: `group ${groupId}` },
    { holder: 'person', holderId: third.id, name: third.name },
    { holder: 'person', holderId: second.id, name: second.name },
  ]);
  valueOf(await remove(id, { id: groupId }));
  valueOf(await remove(id, third));
  expect((await byMe()).items).toMatchObject([{ total: 2, sharedWith: [{ name: second.name }, {}] }]);
});

test('role, end and message are told when they are the same for everyone', async () => {
  const id = await folder('Plans');
  const [ben, cleo, dan] = [await stranger(), await stranger(), await stranger()];
  const until = inMs(DAY_MS);
  valueOf(await share(id, [ben, cleo], { role: 'editor', expiresAt: until, message: 'For Monday' }));
  expect((await byMe()).items).toMatchObject([{ role: 'editor', expiresAt: until, message: 'For Monday' }]);
  valueOf(await share(id, [dan], { role: 'viewer' }));
  expect((await byMe()).items).toMatchObject([{ total: 3, role: null, expiresAt: null, message: null }]);
  here.state.world.clock.advance(DAY_MS);
  expect((await byMe()).items, 'expired access was counted').toMatchObject([
    { total: 1, role: 'viewer', sharedWith: [{ name: dan.name }] },
  ]);
});

test('pages hold as many items as asked for, however many people each is shared with', async () => {
  const names = ['b 10', 'b 9', 'A', 'c', 'D'];
  const [ben, cleo, dan] = [await stranger(), await stranger(), await stranger()];
  const first = await folder('b 10');
  for (const name of names) {
    const id = name === 'b 10' ? first : await folder(name);
    valueOf(await share(id, [ben, cleo], { role: 'viewer' }));
    here.state.world.clock.advance(1_000);
  }
  valueOf(await share(first, [dan], { role: 'viewer' }));
  for (const [sort, order, expected] of [
    ['name', 'asc', ['A', 'b 9', 'b 10', 'c', 'D']],
    ['name', 'desc', ['D', 'c', 'b 10', 'b 9', 'A']],
    ['date', 'desc', ['b 10', 'D', 'c', 'A', 'b 9']],
    ['date', 'asc', ['b 9', 'A', 'c', 'D', 'b 10']],
  ] as const) {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await byMe(undefined, {
        sort,
        order,
        limit: 2,
        ...(after === undefined ? {} : { after }),
      });
      pages.push(page.items.map(({ node }) => node.name));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(pages, `${sort} ${order}`).toEqual([
      expected.slice(0, 2),
      expected.slice(2, 4),
      expected.slice(4),
    ]);
  }
});

test('a person stops sharing with everyone at once; what another manager gave stays', async () => {
  const id = await folder('Plans');
  const [ben, cleo, manager] = [await stranger(), await stranger(), await stranger()];
  valueOf(await share(id, [manager], { role: 'manager' }));
  here.state.world.clock.advance(1_000);
  valueOf(await share(id, [ben], { role: 'viewer', by: manager }));
  valueOf(await share(id, [cleo], { role: 'editor', expiresAt: inMs(DAY_MS), message: 'Have a look' }));

  const { items } = valueOf(await removeAll(id));
  expect(items.map(({ holderId, role, message }) => [holderId, role, message])).toEqual([
    [manager.id, 'manager', ''],
    [cleo.id, 'editor', 'Have a look'],
  ]);
  expect((await byMe()).items).toEqual([]);
  expect((await withMe(cleo)).items).toEqual([]);
  expect((await withMe(ben)).items).toMatchObject([{ node: { id } }]);
  expect(valueOf(await removeAll(id)), 'asked twice').toEqual({ items: [], invited: [] });
  const events = await services()
    .db.selectFrom('event')
    .select(['verb', 'actor_id'])
    .where('node_id', '=', id)
    .where('verb', '=', 'grant_removed')
    .execute();
  const removed = { verb: 'grant_removed', actor_id: here.state.owner.person.id };
  expect(events).toEqual([removed, removed]);
});

test('an address that waits for an account counts as one of those it is shared with', async () => {
  const id = await folder('Plans');
  const ben = await stranger();
  const now = here.state.world.clock.now();
  const invite = async (email: string, waitsUntil: string) =>
    await services()
      .db.transaction()
      .execute(async (tx) =>
        putInvited(tx, {
          id: services().newId(),
          spaceId: here.state.owner.spaceId,
          nodeId: id,
          email,
          role: 'viewer',
          grantedBy: here.state.owner.person.id,
          message: '',
          expiresAt: null,
          waitsUntil: new Date(waitsUntil),
          now,
        }),
      );
  await invite('cleo@example.org', inMs(DAY_MS));
  expect((await byMe()).items).toMatchObject([
    { node: { id }, total: 1, role: 'viewer', sharedWith: [{ holder: 'address', name: 'cleo@example.org' }] },
  ]);
  here.state.world.clock.advance(1_000);
  valueOf(await share(id, [ben], { role: 'editor' }));
  expect((await byMe()).items).toMatchObject([
    { total: 2, role: null, sharedWith: [{ name: ben.name }, { name: 'cleo@example.org' }] },
  ]);
  here.state.world.clock.advance(DAY_MS);
  expect((await byMe()).items, 'an expired waiting grant was counted').toMatchObject([
    { total: 1, role: 'editor' },
  ]);
  expect((await byMe(ben)).items).toEqual([]);
});

test('only managers stop sharing, and strangers learn nothing', async () => {
  const id = await folder('Plans');
  const [ben, cleo] = [await stranger(), await stranger()];
  valueOf(await share(id, [ben], { role: 'editor' }));
  expect(errorOf(await removeAll(id, ben))).toMatchObject({ code: 'not_allowed' });
  expect(errorOf(await removeAll(id, cleo))).toEqual({ code: 'node_not_found' });
  await trashNodes(services(), here.state.owner.person, [id]);
  expect((await byMe()).items).toEqual([]);
  expect(errorOf(await removeAll(id))).toEqual({ code: 'node_not_found' });
});
