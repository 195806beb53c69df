import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeView } from '@coffer/contracts';
import { expect, type Locator, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { recordFilm } from '../sample-films.ts';
import { choose, joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function viewOf(file: NodeView): string {
  return `${world.coffer.url}/s/${world.spaceId}/${file.id}/view`;
}

/** Silence of that length. */
function wave(seconds: number): Buffer {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)]);
}

async function stateOf(media: Locator) {
  return await media.evaluate((element) => {
    if (!(element instanceof HTMLMediaElement)) throw new Error('no media');
    const { paused, muted, playbackRate, currentTime } = element;
    const shown = Array.from(element.textTracks).filter(({ mode }) => mode === 'showing');
    const cues = shown.flatMap(({ cues: all }) => Array.from(all ?? []));
    const words = cues.map((cue) => (cue instanceof VTTCue ? cue.text : ''));
    return { paused, muted, playbackRate, seconds: currentTime, words };
  });
}

test('a film that waits for the store says so after a while', async ({ page }) => {
  const folderId = await world.addFolder('slow films');
  const film = await world.person.upload(folderId, 'Reef.webm', await recordFilm(page));
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/blobs\//, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.clock.install();
  const preview = await world.preview(page, film);
  const video = preview.locator('video');
  const notice = preview.getByText('Still loading. Storage is slow to respond.');
  await expect(video).toBeAttached();
  await page.clock.fastForward(20_000);
  await expect(notice).toBeVisible();
  expect(await judge(page)).toEqual([]);
  held.resolve(undefined);
  await expect(notice).toHaveCount(0);
  await test.step('also while it plays', async () => {
    await video.dispatchEvent('waiting');
    await page.clock.fastForward(20_000);
    await expect(notice).toBeVisible();
    await video.dispatchEvent('playing');
    await expect(notice).toHaveCount(0);
  });
});

test('a film has subtitles of its folder, keys, and a frame of it in the list afterwards', async ({
  page,
}) => {
  const folderId = await world.open(page, 'films');
  const film = await world.person.upload(folderId, 'Lagoon.webm', await recordFilm(page));
  const srt = '1\r\n00:00:00,100 --> 00:00:09,000\r\n<i>The lagoon</i> fills\r\n';
  await world.person.upload(folderId, 'Lagoon.en.srt', Buffer.from(srt));
  await world.person.upload(
    folderId,
    'Lagoon.ar.vtt',
    Buffer.from('WEBVTT\n\n00:00.100 --> 00:09.000\nتمتلئ البحيرة\n'),
  );
  await world.person.upload(folderId, 'Other.srt', Buffer.from(srt));
  await page.goto(viewOf(film));
  const preview = page.getByRole('dialog', { name: 'Lagoon.webm' });
  const video = preview.locator('video');
  const subtitles = preview.getByLabel('Subtitles');
  await expect(subtitles.getByRole('option')).toHaveText([
    'No subtitles',
    'Subtitles: Arabic',
    'Subtitles: English',
  ]);
  await subtitles.selectOption({ label: 'Subtitles: English' });
  await expect.poll(async () => (await stateOf(video)).words).toEqual(['<i>The lagoon</i> fills']);
  await preview.getByRole('heading', { name: 'Lagoon.webm' }).focus();
  await page.keyboard.press('c');
  await expect.poll(async () => (await stateOf(video)).words).toEqual([]);
  await page.keyboard.press('m');
  expect((await stateOf(video)).muted).toBe(true);
  await page.keyboard.press(' ');
  await expect.poll(async () => (await stateOf(video)).paused).toBe(false);
  expect(await judge(page)).toEqual([]);
  await expect
    .poll(async () => {
      const { versionId } = film;
      if (versionId === null) throw new Error('a file has a version');
      const body = { files: [{ nodeId: film.id, versionId }] };
      return (await world.person.call('getThumbnails', { body })).items[0]?.state;
    })
    .toBe('ready');
  await preview.getByRole('button', { name: 'Close preview' }).click();
  const row = page.getByRole('row', { name: /^Lagoon\.webm/ });
  await expect(row.locator('img[data-loaded]')).toHaveCount(1);
});

test('the browser that uploads a film gives it a frame, which is seen until the film is', async ({
  page,
}) => {
  await world.open(page, 'uploaded films');
  const path = join(world.makeDisk('films'), 'Estuary.webm');
  writeFileSync(path, await recordFilm(page));
  await choose(page, path);
  const row = page.getByRole('row', { name: /^Estuary\.webm/ });
  await expect(row.locator('img[data-loaded]')).toHaveCount(1);
  await page.screenshot({ path: test.info().outputPath('poster.png') });
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/blobs\//, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await row.getByRole('link', { name: 'Estuary.webm' }).click();
  const preview = page.getByRole('dialog', { name: 'Estuary.webm' });
  const sight = preview.locator('[data-first-sight] img[data-loaded]');
  await expect(sight).toBeVisible();
  await expect(preview.locator('video')).toHaveCount(1);
  const place = await sight.boundingBox();
  await page.screenshot({ path: test.info().outputPath('first-sight.png') });
  held.resolve(undefined);
  await expect(sight).toHaveCount(0);
  const screen = await preview.locator('video').boundingBox();
  expect(Math.abs((screen?.height ?? 0) - (place?.height ?? 0)), 'the film is as high').toBeLessThan(2);
  await page.screenshot({ path: test.info().outputPath('film.png') });
});

test('a recording keeps its speed and position, and the next one plays automatically', async ({ page }) => {
  const folderId = await world.addFolder('sounds');
  const long = await world.person.upload(folderId, 'a talk.wav', wave(120));
  const short = await world.person.upload(folderId, 'b jingle.wav', wave(2));
  await world.person.upload(folderId, 'c end.wav', wave(30));
  await world.preview(page, long);
  const audio = page.locator('audio');
  await page.getByLabel('Speed').selectOption('1.5');
  await expect.poll(async () => (await stateOf(audio)).playbackRate).toBe(1.5);
  await audio.evaluate((element) => {
    if (element instanceof HTMLMediaElement) element.currentTime = 68;
  });
  await page.getByRole('heading', { name: 'a talk.wav' }).focus();
  await page.keyboard.press(' ');
  await expect.poll(async () => (await stateOf(audio)).seconds).toBeGreaterThan(68.5);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await stateOf(audio)).seconds).toBeGreaterThan(73);
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Close preview' }).click();
  await page
    .getByRole('row', { name: /^a talk\.wav/ })
    .getByRole('link')
    .click();
  await expect(page.getByText(/You stopped at 1:1\d last time/)).toBeVisible();
  expect((await stateOf(audio)).playbackRate).toBe(1.5);
  expect((await stateOf(audio)).seconds).toBeGreaterThan(68);
  expect(await judge(page)).toEqual([]);
  await page.goto(viewOf(short));
  await expect(page.getByRole('region', { name: 'In this list' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('heading', { name: 'b jingle.wav' }).focus();
  await page.keyboard.press(' ');
  await expect(page.getByRole('dialog', { name: 'c end.wav' })).toBeVisible();
  await expect.poll(async () => (await stateOf(audio)).paused).toBe(false);
});
