import { ChangeSettingsRequest, type Person, SETTING_DEFAULTS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../../live.world.ts';
import { createSettings } from '../../../platform/db/settings.ts';
import { changeSettings } from '../change-settings.ts';
import { getSettings } from '../get-settings.ts';
import { createBrandReader } from './read-brand.ts';

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

const change = async (wanted: ChangeSettingsRequest) => {
  const { revision } = valueOf(await getSettings(world.services, ada));
  return valueOf(await changeSettings(world.services, ada, { change: wanted, revision }));
};

test('name and color reach the pages of every server within two seconds, and null gives the own look back', async () => {
  const read = createBrandReader(world.services);
  const elsewhere = createBrandReader({
    ...world.services,
    settings: createSettings({ ...world.services, defaults: SETTING_DEFAULTS }),
  });
  expect(await read()).toEqual({ name: 'Coffer', style: '' });
  expect(await elsewhere()).toEqual({ name: 'Coffer', style: '' });
  await change({ brandName: 'Byron family', brandAccent: '#c2185b' });
  const branded = await read();
  expect(branded.name).toBe('Byron family');
  expect(branded.style).toMatch(/^:root\{--accent:light-dark\(oklch\([\d. %]+\), oklch\([\d. %]+\)\);/);
  expect(branded.style).not.toMatch(/[<>@]|url/);
  expect(await read()).toBe(branded);
  world.clock.advance(2 * SECOND_MS);
  expect(await elsewhere()).toEqual(branded);
  await change({ brandName: null, brandAccent: null });
  expect(await read()).toEqual({ name: 'Coffer', style: '' });
});

test('without its database a server shows the branding that it knows', async () => {
  const { db, settings } = world.services;
  await change({ brandName: 'Byron family' });
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
  let answer = settings.read;
  const read = createBrandReader({ db, settings: { ...settings, read: async () => await answer(db) } });
  expect((await read()).name).toBe('Byron family');
  answer = async () => await Promise.reject(refused);
  expect((await read()).name).toBe('Byron family');
  answer = async () => await new Promise<never>(() => undefined);
  expect((await read()).name).toBe('Byron family');
});

test.each([
  ['Byron family', true],
  ['أسرة بايرون', true],
  ['👩‍👩‍👧 Byron', true],
  ['<b>Byron</b>', true],
  ['x'.repeat(60), true],
  ['x'.repeat(61), false],
  ['x'.repeat(500), false],
  ['', false],
  ['   ', false],
  ['\u200b\u200b', false],
  ['Byron\u202egnp.exe', false],
  ['By\u2066ron\u2069', false],
  ['Byron\u0000', false],
  ['Byron\nfamily', false],
  ['Byron\ud800', false],
])('as a name %j is accepted: %s', (brandName, isAccepted) => {
  expect(ChangeSettingsRequest.safeParse({ brandName }).success).toBe(isAccepted);
});

test.each(['#c2185b', 'red', '#FFF', '#c2185bff', 'url(x)', '#12345g', '#000000;}'])(
  'as a color %s is accepted only in the one form',
  (brandAccent) => {
    expect(ChangeSettingsRequest.safeParse({ brandAccent }).success).toBe(brandAccent === '#c2185b');
  },
);
