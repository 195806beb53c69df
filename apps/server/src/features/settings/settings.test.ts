import { type Person, SERVER_LIMITS, SETTING_DEFAULTS, type SettingsView } from '@coffer/contracts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../live.world.ts';
import { createSettings } from '../../platform/db/settings.ts';
import { changeSettings } from './change-settings.ts';
import { getSettings } from './get-settings.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await world.services.db.deleteFrom('admin_setting').execute();
  world.services.settings.forget();
  ada = { ...(await world.addOwner()).person, role: 'administrator' };
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

type Change = Parameters<typeof changeSettings>[2]['change'];

const view = async (actor = ada): Promise<SettingsView> => valueOf(await getSettings(world.services, actor));
const change = async (wanted: Change, actor = ada): Promise<SettingsView> => {
  const { revision } = await view();
  return valueOf(await changeSettings(world.services, actor, { change: wanted, revision }));
};
const read = async () => await world.services.settings.read(world.services.db);

test('a change takes effect at once, records its author, and null restores the default', async () => {
  expect(await view()).toEqual({
    values: SETTING_DEFAULTS,
    defaults: SETTING_DEFAULTS,
    changes: [],
    deletesFrom: null,
    mayChange: true,
    revision: 1,
  });
  await read();
  const changed = await change({ spaceCreators: 'administrators', linksAllowed: false });
  expect(changed.values).toEqual({
    ...SETTING_DEFAULTS,
    spaceCreators: 'administrators',
    linksAllowed: false,
  });
  expect(changed.changes.map(({ key, by }) => [key, by])).toEqual([
    ['linksAllowed', ada.name],
    ['spaceCreators', ada.name],
  ]);
  expect(await read()).toEqual(changed.values);
  const undone = await change({ spaceCreators: null, linksAllowed: null });
  expect(undone.values).toEqual(SETTING_DEFAULTS);
  expect(undone.changes).toEqual([]);
  expect(await read()).toEqual(SETTING_DEFAULTS);
});

test('members learn nothing, auditors read, and only administrators change', async () => {
  const auditor: Person = { ...ada, role: 'auditor' };
  const member: Person = { ...ada, role: 'member' };
  expect(errorOf(await getSettings(world.services, member)).code).toBe('not_allowed');
  expect((await view(auditor)).mayChange).toBe(false);
  for (const actor of [auditor, member]) {
    const refused = await changeSettings(world.services, actor, { change: { trashDays: 1 }, revision: 1 });
    expect(errorOf(refused).code).toBe('not_allowed');
  }
  expect(await read()).toEqual(SETTING_DEFAULTS);
});

test('of twenty concurrent changes one succeeds, and the others get the new revision', async () => {
  const answers = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, count) =>
        await changeSettings(world.services, ada, { change: { trashDays: count + 1 }, revision: 1 }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  for (const answer of answers.filter(({ ok }) => !ok)) {
    expect(answer).toMatchObject({ error: { code: 'revision_conflict', facts: { current_revision: 2 } } });
  }
  const none = await changeSettings(world.services, ada, { change: {}, revision: undefined });
  expect(errorOf(none).code).toBe('revision_required');
});

test('an invalid value of another release is the default, and does not affect others', async () => {
  const rows = [
    { key: 'trashDays', value: '"many"' },
    { key: 'versionsKept', value: '0' },
    { key: 'noSuchThing', value: '1' },
    { key: 'linkDaysMax', value: '5' },
  ].map((row) => ({ ...row, previous: null, changed_by: ada.id, changed_at: world.clock.now() }));
  await world.services.db.insertInto('admin_setting').values(rows).execute();
  expect(await read()).toEqual({ ...SETTING_DEFAULTS, linkDaysMax: 5 });
  expect(world.lines.filter(({ event }) => event === 'setting_unreadable')).toHaveLength(2);
  expect((await change({ trashDays: 9 })).values.trashDays).toBe(9);
});

test('another server follows within two seconds without a hint, and at once with one', async () => {
  const other = createSettings({ ...world.services, defaults: SETTING_DEFAULTS });
  expect((await other.read(world.services.db)).trashDays).toBe(30);
  await change({ trashDays: 8 });
  expect((await other.read(world.services.db)).trashDays).toBe(30);
  world.clock.advance(2 * SECOND_MS);
  expect((await other.read(world.services.db)).trashDays).toBe(8);
  await change({ trashDays: 9 });
  other.forget();
  expect((await other.read(world.services.db)).trashDays).toBe(9);
});

test('a shorter retention deletes nothing for an hour, however often it is shortened', async () => {
  const kept = async () => (await world.services.settings.readRetention(world.services.db)).trashDays;
  const shortened = await change({ trashDays: 7 });
  expect(shortened.deletesFrom).toBe(
    new Date(world.clock.now().getTime() + SERVER_LIMITS.settingGraceMs).toISOString(),
  );
  world.clock.advance(30 * MINUTE_MS);
  await change({ trashDays: 3 });
  expect(await kept()).toBe(30);
  world.clock.advance(HOUR_MS - 1);
  expect(await kept()).toBe(30);
  world.clock.advance(1);
  expect(await kept()).toBe(3);
  expect((await view()).deletesFrom).toBeNull();
  expect((await change({ trashDays: 90 })).deletesFrom).toBeNull();
  expect(await kept()).toBe(90);
});
