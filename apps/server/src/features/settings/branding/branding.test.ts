import { AddLogoRequest, ChangeSettingsRequest, type Person, SETTING_DEFAULTS } from '@coffer/contracts';
import { HOUR_MS, SECOND_MS } from '@coffer/kit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../../live.world.ts';
import { createSettings } from '../../../platform/db/settings.ts';
import { createLogoDrawer, type LogoDrawer } from '../../../platform/pictures/logo-drawer.ts';
import { bomb, plain } from '../../../platform/pictures/pictures.world.ts';
import { changeSettings } from '../change-settings.ts';
import { getSettings } from '../get-settings.ts';
import { addLogo } from './add-logo.ts';
import { createBrandReader } from './read-brand.ts';
import { createLogoReader } from './read-logo.ts';

let world: World;
let ada: Person;
let logoDrawer: LogoDrawer;

beforeAll(async () => {
  world = await startWorld();
  logoDrawer = createLogoDrawer();
});

beforeEach(async () => {
  await world.services.db.deleteFrom('admin_setting').execute();
  world.services.settings.forget();
  ada = { ...(await world.addOwner()).person, role: 'administrator' };
});

afterAll(async () => {
  await logoDrawer.stop();
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
  expect(await read()).toEqual({ name: 'Coffer', style: '', logo: undefined });
  expect(await elsewhere()).toEqual({ name: 'Coffer', style: '', logo: undefined });
  await change({ brandName: 'Byron family', brandAccent: '#c2185b' });
  const branded = await read();
  expect(branded.name).toBe('Byron family');
  expect(branded.style).toMatch(/^:root\{--accent:light-dark\(oklch\([\d. %]+\), oklch\([\d. %]+\)\);/);
  expect(branded.style).not.toMatch(/[<>@]|url/);
  expect(await read()).toBe(branded);
  world.clock.advance(2 * SECOND_MS);
  expect(await elsewhere()).toEqual(branded);
  await change({ brandName: null, brandAccent: null });
  expect(await read()).toEqual({ name: 'Coffer', style: '', logo: undefined });
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

const pictureOf = (bytes: Buffer, kind = 'png'): AddLogoRequest => ({
  picture: `data:image/${kind};base64,${bytes.toString('base64')}`,
});
const add = async (request: AddLogoRequest, actor = ada) =>
  await addLogo({ ...world.services, logoDrawer }, actor, request);

test('a logo is drawn anew in fixed sizes, shown by a setting, and kept while somebody may want it back', async () => {
  const readLogo = createLogoReader(world.services);
  const readBrand = createBrandReader(world.services);
  const sent = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#c2185b80' } })
    .withExif({ IFD0: { Copyright: 'secret' } })
    .png()
    .toBuffer();
  const { logo } = valueOf(await add(pictureOf(sent)));
  expect(logo).toMatch(/^[\w-]{22}-480x160$/);
  expect(valueOf(await add(pictureOf(sent))).logo).toBe(logo);
  await change({ brandLogo: logo });
  const { style, logo: shown } = await readBrand();
  expect(shown).toMatchObject({ light: `/brand/${logo}/logo.webp`, dark: `/brand/${logo}/logo.webp` });
  expect(style).toContain(`--logo:url("/brand/${logo}/logo.webp");--logo-ratio:3.000;--logo-lid:transparent`);
  for (const [path, format, width, height] of [
    ['logo.webp', 'webp', 480, 160],
    ['icon.png', 'png', 512, 512],
    ['favicon.png', 'png', 64, 64],
  ] as const) {
    const served = await readLogo(`/brand/${logo}/${path}`);
    const facts = await sharp(served?.bytes).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual([format, width, height, undefined]);
  }
  const other = valueOf(await add(pictureOf(await plain(50, 400, '#123456').jpeg().toBuffer(), 'jpeg'))).logo;
  await change({ brandLogo: other, brandLogoDark: logo });
  expect((await readBrand()).style).toContain(
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light])`,
  );
  await change({ brandLogo: null, brandLogoDark: null });
  expect(await readBrand()).toEqual({ name: 'Coffer', style: '', logo: undefined });
  world.clock.advance(2 * HOUR_MS);
  const third = valueOf(await add(pictureOf(await plain(9, 9, '#123456').webp().toBuffer(), 'webp'))).logo;
  const ids = async () =>
    (await world.services.db.selectFrom('brand_logo').select('id').execute()).map(({ id }) => id);
  // Undo may bring back the two logos that were shown before the last change.
  expect((await ids()).toSorted()).toEqual([logo, other, third].toSorted());
  await change({ brandLogo: third, brandLogoDark: third });
  await change({ brandLogo: null, brandLogoDark: null });
  world.clock.advance(2 * HOUR_MS);
  await add(pictureOf(sent));
  expect((await ids()).toSorted()).toEqual([logo, third].toSorted());
  expect(await createLogoReader(world.services)(`/brand/${other}/logo.webp`)).toBeUndefined();
});

test.each([
  ['nothing but a name', Buffer.from('no picture')],
  [
    'SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
  ['PDF', Buffer.from('%PDF-1.7\n')],
])('%s is refused as a logo, whatever it calls itself', async (_what, bytes) => {
  expect(errorOf(await add(pictureOf(bytes)))).toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'picture', code: 'wrong_format' }],
  });
});

test('a bomb and a cut picture are refused, and the next logo is drawn', async () => {
  const whole = await plain(300, 300, '#123456').png().toBuffer();
  for (const bytes of [await bomb(30_000), whole.subarray(0, whole.length - 40)]) {
    expect(errorOf(await add(pictureOf(bytes))).code).toBe('invalid_request');
  }
  expect(valueOf(await add(pictureOf(whole))).logo).toMatch(/-160x160$/);
});

test('only administrators send logos, and a setting shows only one that there is', async () => {
  for (const role of ['member', 'auditor'] as const) {
    const refused = await add(pictureOf(await plain(9, 9, '#123456').png().toBuffer()), { ...ada, role });
    expect(errorOf(refused).code).toBe('not_allowed');
  }
  const brandLogo = `${'x'.repeat(22)}-10x10`;
  const { revision } = valueOf(await getSettings(world.services, ada));
  const refused = await changeSettings(world.services, ada, { change: { brandLogo }, revision });
  expect(errorOf(refused)).toMatchObject({ issues: [{ path: 'brandLogo', code: 'wrong_format' }] });
  const readLogo = createLogoReader(world.services);
  for (const path of [
    '/brand/',
    `/brand/${brandLogo}/logo.webp`,
    `/brand/../logo.webp`,
    '/brand/a/created_at.png',
  ]) {
    expect(await readLogo(path)).toBeUndefined();
  }
});

test.each([
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:text/html;base64,PHN2Zy8+',
  'https://example.org/logo.png',
  `data:image/png;base64,${'A'.repeat(700_000)}`,
])('%.30s is not taken for a picture', (picture) => {
  expect(AddLogoRequest.safeParse({ picture }).success).toBe(false);
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
