import { type NotificationPage, NotificationsQuery } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { readNotifications } from '../../notifications/read-notifications.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';
import { finishHandIn } from './hand-in.ts';
import { createRequests } from './requests.world.ts';
import { notifyOfHandIns } from './notify-of-hand-ins.ts';

let here: LinksWorld;
let owner: Owner;
let requests: ReturnType<typeof createRequests>;
beforeAll(async () => {
  here = await startLinksWorld();
  requests = createRequests(here);
});
beforeEach(async () => {
  here.world.clock.set(new Date());
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const bell = async (): Promise<NotificationPage['items']> =>
  valueOf(await listNotifications(here.services, owner.person, NotificationsQuery.parse({}))).items;
const tell = async (): Promise<number> => await notifyOfHandIns(here.services);
/** The database records arrivals by its own clock, so the time spent on sending must not count. */
const settle = (): void => here.world.clock.set(new Date(Date.now() + MINUTE_MS + SECOND_MS));

test('the owner is notified once the guest pauses, and the unread notification counts up', async () => {
  const { token } = await requests.ask(owner, { asksName: true });
  const guest = await requests.begin(token, 'Gil');
  await requests.send(guest, { name: 'one.txt' });
  await requests.send(guest, { name: 'two.txt' });
  expect(await tell()).toBe(0);
  settle();
  expect(await tell()).toBe(1);
  expect(await tell()).toBe(0);
  const [first] = await bell();
  expect(first).toMatchObject({
    actor: null,
    isRead: false,
    subject: {
      kind: 'handed_in',
      name: 'Autumn count',
      guest: 'Gil',
      files: 2,
      folderId: guest.folderId,
      spaceId: owner.spaceId,
    },
  });
  await requests.send(guest, { name: 'three.txt' });
  settle();
  expect(await tell()).toBe(1);
  const counted = await bell();
  expect(counted).toMatchObject([{ subject: { files: 3 } }]);
  valueOf(await readNotifications(here.services, owner.person, { upTo: counted[0]?.id ?? '' }));
  await requests.send(guest, { name: 'four.txt' });
  settle();
  await tell();
  expect((await bell()).map(({ isRead, subject }) => [isRead, 'files' in subject && subject.files])).toEqual([
    [false, 4],
    [true, 3],
  ]);
});

test('a finished hand-in notifies without a delay', async () => {
  const { token } = await requests.ask(owner);
  const guest = await requests.begin(token);
  await requests.send(guest, { name: 'only.txt' });
  expect(await tell()).toBe(0);
  valueOf(await finishHandIn(here.services, guest));
  expect(await tell()).toBe(1);
  expect(await bell()).toMatchObject([{ subject: { guest: '', files: 1 } }]);
});

test('two servers notify once, and an empty hand-in does not notify', async () => {
  const { token } = await requests.ask(owner);
  const [busy, idle] = [await requests.begin(token), await requests.begin(token)];
  await requests.send(busy, { name: 'a.txt' });
  valueOf(await finishHandIn(here.services, busy));
  valueOf(await finishHandIn(here.services, idle));
  const counts = await Promise.all([tell(), tell(), tell()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await bell()).toHaveLength(1);
});
