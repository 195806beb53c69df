// Playback longer than the lifetime of its presigned URL. The URL is replaced before it expires or when the store
// refuses it, and playback resumes at the same position.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { choose, headlineOf, joinTransferWorld, type TransferWorld, trayOf } from './transfers-world.ts';

const RATE = 44_100;
const SECONDS = 600;
const HALF_BYTES = (RATE * 4 * SECONDS) / 2;
const MINUTE_MS = 60_000;
const PLAYBACK_RATE = 1.5;
const SLACK_SECONDS = 10;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Ten minutes, far more than browsers buffer. */
function wave(): Buffer {
  const data = Buffer.alloc(RATE * SECONDS * 4);
  for (let at = 0; at < data.length; at += 4) data.writeInt16LE((at % 400) - 200, at);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

async function play(page: Page, title: string): Promise<readonly string[]> {
  await world.open(page, title);
  const path = join(world.makeDisk(title), 'speech.wav');
  writeFileSync(path, wave());
  await choose(page, path);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible({ timeout: 180_000 });
  await trayOf(page).getByRole('button', { name: 'Close' }).click();
  const addresses: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (request.resourceType() === 'media' && addresses.at(-1) !== url) addresses.push(url);
  });
  await page.getByRole('row', { name: /^speech\.wav/ }).focus();
  await page.keyboard.press('Enter');
  await page.locator('audio').evaluate(async (audio: HTMLAudioElement, rate) => {
    audio.muted = true;
    audio.currentTime = 300;
    audio.playbackRate = rate;
    await audio.play();
  }, PLAYBACK_RATE);
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(300.5);
  return addresses;
}

async function secondsOf(page: Page): Promise<number> {
  return await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}

interface Place {
  readonly seconds: number;
  readonly atMs: number;
}

async function whereIn(page: Page): Promise<Place> {
  const atMs = performance.now();
  return { seconds: await secondsOf(page), atMs };
}

async function goTo(page: Page, seconds: number): Promise<Place> {
  const atMs = performance.now();
  await page.locator('audio').evaluate((audio: HTMLAudioElement, to) => {
    audio.currentTime = to;
  }, seconds);
  return { seconds, atMs };
}

async function expectGoesOn(page: Page, { seconds: from, atMs }: Place): Promise<void> {
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(from + 1);
  const seconds = await secondsOf(page);
  const passedSeconds = (performance.now() - atMs) / 1_000;
  expect(seconds - from).toBeLessThan(passedSeconds * PLAYBACK_RATE + SLACK_SECONDS);
  const state = await page
    .locator('audio')
    .evaluate(({ paused, playbackRate }: HTMLAudioElement) => ({ paused, playbackRate }));
  expect(state).toEqual({ paused: false, playbackRate: PLAYBACK_RATE });
}

test('an address is replaced before it is over, and the recording plays on where it was', async ({
  page,
}) => {
  await page.clock.install();
  const addresses = await play(page, 'Ahead');
  const before = addresses.length;
  const from = await whereIn(page);
  await page.clock.fastForward(28 * MINUTE_MS + 1_000);
  // On slow machines a second renewal may have happened.
  await expect.poll(() => addresses.length).toBeGreaterThan(before);
  await expectGoesOn(page, from);
});

test('no answer at the first moment does not end what plays: the address is replaced at a later one', async ({
  page,
}) => {
  await page.clock.install();
  const addresses = await play(page, 'Later');
  const before = addresses.length;
  const first = await whereIn(page);
  let asked = 0;
  await page.route('**/content?*', async (route) => {
    asked += 1;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.clock.fastForward(28 * MINUTE_MS + 1_000);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expectGoesOn(page, first);
  await page.unroute('**/content?*');
  expect(addresses).toHaveLength(before);
  const later = await whereIn(page);
  await page.clock.fastForward(MINUTE_MS);
  await expect.poll(() => addresses.length).toBeGreaterThan(before);
  await expectGoesOn(page, later);
});

test('an address that the store takes no more is replaced, and the recording plays on where it was', async ({
  page,
}) => {
  const addresses = await play(page, 'Refused');
  const old = addresses.at(-1);
  await page.route(
    (url) => url.href === old,
    (route) => route.fulfill({ status: 403, body: '' }),
  );
  await expectGoesOn(page, await goTo(page, 520));
  expect(addresses.at(-1)).not.toBe(old);
});

test('a store that does not answer for some seconds only interrupts what plays', async ({ page }) => {
  await play(page, 'Silent');
  const tried = new Set<string>();
  let isSeen = false;
  // The browser itself retries for half a minute.
  await page.route('**/coffer/blobs/**', async (route) => {
    tried.add(route.request().url());
    // Refuses the old URL and two new ones, and a third until the message was seen.
    const isRefused = tried.size <= 3 || (tried.size === 4 && !isSeen);
    await (isRefused ? route.fulfill({ status: 503, body: '' }) : route.fallback());
  });
  const place = await goTo(page, 520);
  const waiting = page.getByRole('dialog').getByText('Storage isn’t responding.');
  await expect(waiting).toBeVisible();
  isSeen = true;
  await expectGoesOn(page, place);
  expect(tried.size).toBeGreaterThan(3);
  await expect(waiting).toBeHidden();
});

test('where nothing comes any more, it is said and not asked for ever', async ({ page }) => {
  await page.clock.install();
  await play(page, 'Torn');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/content?')) asked += 1;
  });
  await page.route('**/coffer/blobs/**', async (route) => {
    const from = Number(/^bytes=(\d+)-/.exec(route.request().headers()['range'] ?? '')?.[1]);
    await (from > HALF_BYTES ? route.fulfill({ status: 403, body: '' }) : route.continue());
  });
  await goTo(page, 520);
  const failed = page.getByRole('dialog').getByText('Couldn’t show this file');
  await expect(async () => {
    await page.clock.fastForward(MINUTE_MS);
    await expect(failed).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  expect(asked).toBeLessThanOrEqual(7);
});

test('what cannot be played at all says so, after a few tries', async ({ page }) => {
  await world.open(page, 'Broken');
  const path = join(world.makeDisk('Broken'), 'noise.mp3');
  writeFileSync(path, Buffer.alloc(50_000, 7));
  await choose(page, path);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  await page.getByRole('row', { name: /^noise\.mp3/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Couldn’t show this file')).toBeVisible();
});
