import { NotificationsQuery } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../live.world.ts';
import { listNotifications } from '../notifications/list-notifications.ts';
import { archiveSpace } from './team/archive-space.ts';
import { makeTeam, type Someone } from './team.world.ts';
import { notifyOfQuotas } from './notify-of-quotas.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const tell = async (): Promise<number> => await notifyOfQuotas(world.services);
const levels = async (person: Someone): Promise<readonly (number | false)[]> =>
  valueOf(await listNotifications(world.services, person, NotificationsQuery.parse({})))
    .items.filter(({ subject }) => subject.kind === 'quota')
    .map(({ subject }) => subject.kind === 'quota' && subject.percent);
const use = async (spaceId: string, percent: number): Promise<void> => {
  await world.services.db
    .updateTable('space')
    .set({ quota_bytes: 10_000, used_bytes: percent * 50, reserved_bytes: percent * 50 })
    .where('id', '=', spaceId)
    .execute();
};

test('owners and managers are notified once for each crossing, and again after space was freed', async () => {
  const team = await makeTeam(world);
  const [manager, editor] = [await team.add('manager'), await team.add('editor')];
  await use(team.spaceId, 79);
  expect(await tell()).toBe(0);
  await use(team.spaceId, 80);
  expect(await tell()).toBe(1);
  expect(await tell()).toBe(0);
  expect(await levels(team.owner)).toEqual([80]);
  expect(await levels(manager)).toEqual([80]);
  expect(await levels(editor)).toEqual([]);
  await use(team.spaceId, 96);
  expect(await tell()).toBe(1);
  expect(await levels(manager), 'the unread notification was not replaced').toEqual([95]);
  for (const percent of [94, 91, 95, 90]) {
    await use(team.spaceId, percent);
    expect(await tell(), `at ${percent} %`).toBe(0);
  }
  await use(team.spaceId, 60);
  expect(await tell()).toBe(0);
  await use(team.spaceId, 97);
  expect(await tell()).toBe(1);
});

test('a space that crosses several levels at once notifies once, with the highest', async () => {
  const { person, spaceId } = await world.addOwner();
  await use(spaceId, 100);
  const counts = await Promise.all([tell(), tell(), tell()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await levels(person)).toEqual([95]);
});

test('an archived space notifies no one', async () => {
  const team = await makeTeam(world);
  valueOf(await archiveSpace(team.services, team.owner, team.spaceId));
  await use(team.spaceId, 100);
  expect(await tell()).toBe(0);
});
