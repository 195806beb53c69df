import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM } from '@coffer/e2e/chromium';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { type NodeId, type NodeView, VersionId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { frameTime } from './frame-time.ts';
import { openFiles } from './open-files.ts';
import { processorTimesOf } from '../processor-time.ts';

const PHOTOS = Number(process.env['COFFER_BENCH_PHOTOS'] ?? 1_000);
const PICTURES = Number(process.env['COFFER_BENCH_PICTURES'] ?? 10_000);
const PHOTO = { width: 4_032, height: 3_024 };
const SMALL = { width: 640, height: 480 };
const MOTIFS = 8;
const VIEWPORT = { width: 1280, height: 800 };
const SIDE_BY_SIDE = 4;
const ASKED_AT_ONCE = 100;
const DRAWN_BY = 'platform/pictures/child';
const FRAMES_PER_SECOND = 50;
const REQUESTS_MAX = 8;
/** Until the page has the code of what may be opened next. */
const FETCHED_AHEAD_MS = 8_000;
/** Tiles of a screen. */
const SCREEN = 24;
const SCREEN_MS = 1_000;

interface Folder {
  readonly coffer: CofferProcess;
  readonly person: Person;
  readonly folderId: NodeId;
}

/** Drawing thumbnails of photos of 12 megapixels, and scrolling a grid of many pictures. */
export async function benchPictures(): Promise<readonly Figure[]> {
  await using data = await createDataFolder('bench-pictures');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  const browser = await chromium.launch(CHROMIUM);
  try {
    await welcome(coffer);
    const person = new Person(coffer.url);
    const { personalSpace } = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const open = async (name: string): Promise<Folder> => {
      const body = { parentId: personalSpace.rootId, name };
      return { coffer, person, folderId: (await person.call('createFolder', { body })).id };
    };
    const photos = await photograph(browser, PHOTO);
    const screen = await benchScreen(browser, await open('Screen'), photos);
    const folder = await open('Photos');
    await drawPhotos(folder, photos);
    const small = await photograph(browser, SMALL);
    await upload(folder, 'IMG', { count: PICTURES - PHOTOS, motifs: small });
    return [screen, ...(await benchGrid(browser, folder))];
  } finally {
    await browser.close();
  }
}

/** Some pictures with the details of a photo, as JPEG. */
async function photograph(
  browser: Browser,
  size: { readonly width: number; readonly height: number },
): Promise<readonly Buffer[]> {
  const page = await browser.newPage();
  const motifs: Buffer[] = [];
  for (let motif = 0; motif < MOTIFS; motif += 1) {
    motifs.push(Buffer.from(await page.evaluate(drawMotif, { ...size, motif }), 'base64'));
  }
  await page.close();
  return motifs;
}

/** Runs in the page. */
async function drawMotif(of: {
  readonly width: number;
  readonly height: number;
  readonly motif: number;
}): Promise<string> {
  const canvas = new OffscreenCanvas(of.width, of.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  for (let count = 0; count < 4_000; count += 1) {
    const [x, y, radius] = [Math.random() * of.width, Math.random() * of.height, Math.random() * 120];
    context.fillStyle = `hsl(${of.motif * 45 + Math.random() * 90} 60% ${20 + Math.random() * 60}%)`;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

interface Pictures {
  readonly count: number;
  readonly motifs: readonly Buffer[];
}

/** What follows the end of a JPEG is not read, and makes each file another. */
async function upload(
  { person, folderId }: Folder,
  prefix: string,
  { count, motifs }: Pictures,
): Promise<readonly NodeView[]> {
  const nodes: NodeView[] = [];
  const numbers = Array.from({ length: count }, (_, at) => at).values();
  const work = async (): Promise<void> => {
    for (const number of numbers) {
      const content = Buffer.concat([
        motifs[number % motifs.length] ?? Buffer.alloc(0),
        Buffer.from(String(number)),
      ]);
      nodes.push(await person.upload(folderId, `${prefix}_${String(number).padStart(5, '0')}.jpg`, content));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return nodes;
}

async function drawPhotos(folder: Folder, motifs: readonly Buffer[]): Promise<void> {
  const spent = new Map<string, number>();
  const watch = setInterval(() => {
    for (const [pid, ms] of processorTimesOf(folder.coffer.pid, DRAWN_BY)) spent.set(pid, ms);
  }, 200);
  const startedAtMs = performance.now();
  const nodes = await upload(folder, 'DSC', { count: PHOTOS, motifs });
  const uploadedAtMs = performance.now();
  for (let from = 0; from < nodes.length; from += ASKED_AT_ONCE) {
    await drawn(folder.person, nodes.slice(from, from + ASKED_AT_ONCE));
  }
  clearInterval(watch);
  const cpuMs = Array.from(spent.values()).reduce((sum, each) => sum + each, 0);
  const bytes = motifs.reduce((sum, motif) => sum + motif.length, 0) / motifs.length;
  console.log(
    `${PHOTOS} photos of 12 megapixels (${(bytes / 1e6).toFixed(1)} MB): uploaded in ${seconds(uploadedAtMs - startedAtMs)} s, ` +
      `thumbnails of all ${seconds(performance.now() - uploadedAtMs)} s later; drawing took ${seconds(cpuMs)} s of processor, ` +
      `${(cpuMs / PHOTOS).toFixed(0)} ms each`,
  );
}

async function drawn(person: Person, nodes: readonly NodeView[]): Promise<void> {
  const files = nodes.map(({ id, versionId }) => ({ nodeId: id, versionId: VersionId.parse(versionId) }));
  for (;;) {
    const { items } = await person.call('getThumbnails', { body: { files } });
    if (items.every(({ state }) => state === 'ready')) return;
    if (items.some(({ state }) => state === 'none')) throw new Error('a photo has no thumbnail');
    await sleep(500);
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** From the end of the last upload until the last tile of a screen shows its thumbnail. */
async function benchScreen(browser: Browser, folder: Folder, motifs: readonly Buffer[]): Promise<Figure> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await openFiles(page, folder.coffer.url);
  await page.getByRole('link', { name: 'Screen' }).click();
  await upload(folder, 'DSC', { count: 1, motifs });
  await page.getByRole('link', { name: /^DSC_00000/ }).waitFor();
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await upload(folder, 'IMG', { count: SCREEN - 1, motifs });
  const uploadedAtMs = performance.now();
  await page
    .locator('[role="grid"] img[data-loaded]')
    .nth(SCREEN - 1)
    .waitFor();
  const value = performance.now() - uploadedAtMs;
  await page.close();
  const name = `thumbnails of ${SCREEN} photos of 12 megapixels, shown after their upload`;
  return { name, value, unit: 'ms', baseline: 'goal', baselineValue: SCREEN_MS, goal: 1 };
}

async function benchGrid(browser: Browser, { coffer }: Folder): Promise<readonly Figure[]> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await openFiles(page, coffer.url);
  await page.getByRole('link', { name: 'Photos' }).click();
  await page.getByRole('link', { name: /^DSC_00000/ }).waitFor();
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await page.locator('[role="grid"] img[data-loaded]').first().waitFor();
  await sleep(FETCHED_AHEAD_MS);
  const most = countRequests(page);
  const devTools = await page.context().newCDPSession(page);
  const frameMs = await frameTime(page, devTools);
  await devTools.detach();
  const of = `of ${PICTURES.toLocaleString('en')} pictures in Chromium`;
  const goal = { baseline: 'goal', goal: 1 } as const;
  return [
    {
      name: `a frame of scrolling a grid ${of}`,
      value: frameMs,
      unit: 'ms',
      ...goal,
      baselineValue: 1_000 / FRAMES_PER_SECOND,
    },
    {
      name: `requests at once of a grid ${of}`,
      value: most(),
      unit: 'requests',
      ...goal,
      baselineValue: REQUESTS_MAX,
    },
  ];
}

/** Requests that are on their way. Answers how many there were at most. */
function countRequests(page: Page): () => number {
  let [now, most] = [0, 0];
  page.on('request', (request) => {
    if (request.url().includes('/events')) return;
    now += 1;
    most = Math.max(most, now);
  });
  const ended = (): void => void (now -= 1);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return () => most;
}
