import { type NotificationPage, NotificationsQuery, type Person } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../live.world.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listNotifications } from './list-notifications.ts';
import { notify } from './notify.ts';
import { pruneNotifications } from './prune-notifications.ts';
import { readNotifications } from './read-notifications.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const list = async (person: Person, query: Record<string, string> = {}): Promise<NotificationPage> =>
  valueOf(await listNotifications(world.services, person, NotificationsQuery.parse(query)));

async function tell(person: Person, times: number, actorId: string | null = null): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await inTransaction(world.services.db, async (tx) => {
      const subject = { kind: 'space_removed', name: `space ${time}` } as const;
      const { clock, newId } = world.services;
      await notify(tx, { personIds: [person.id], actorId, subject, at: clock.now(), newId });
    });
  }
}

test('pages follow each other, newest first', async () => {
  const { person } = await world.addOwner();
  await tell(person, 5);
  const names: string[] = [];
  let after: string | null = null;
  do {
    const page: NotificationPage = await list(person, { limit: '2', ...(after === null ? {} : { after }) });
    names.push(...page.items.map(({ subject }) => (subject.kind === 'space_removed' ? subject.name : '')));
    after = page.next;
  } while (after !== null);
  expect(names).toEqual(['space 4', 'space 3', 'space 2', 'space 1', 'space 0']);
});

test('marking as read keeps a notification that arrived meanwhile unread', async () => {
  const { person } = await world.addOwner();
  const { person: other } = await world.addOwner();
  await tell(other, 1);
  await tell(person, 2);
  const [newest] = (await list(person)).items;
  await tell(person, 1);
  valueOf(await readNotifications(world.services, person, { upTo: newest?.id ?? '' }));
  expect((await list(person)).items.map(({ isRead }) => isRead)).toEqual([false, true, true]);
  expect((await list(person)).unread).toBe(1);
  expect((await list(other)).unread).toBe(1);
});

test('old notifications are deleted, and an actor whose account is gone has no name', async () => {
  const { person } = await world.addOwner();
  const { person: leaver } = await world.addOwner();
  await tell(person, 1);
  world.clock.advance(89 * DAY_MS);
  await tell(person, 1, leaver.id);
  world.clock.advance(2 * DAY_MS);
  await pruneNotifications(world.services);
  await world.services.db
    .updateTable('user')
    .set({ status: 'removed' })
    .where('id', '=', leaver.id)
    .execute();
  expect((await list(person)).items).toMatchObject([{ actor: null }]);
});
