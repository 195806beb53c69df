// docs/decisions/0055-page-weight-in-a-browser.md
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';

const KIB = 1024;
const MAX_BYTES = {
  files: 130 * KIB,
  filesWithPrefetch: 230 * KIB,
  signIn: 115 * KIB,
  guest: 115 * KIB,
  styles: 14 * KIB,
};
const PREFETCH_MS = 7_000;
const MODULES = join(import.meta.dirname, '../../apps/web/dist/.vite/modules.json');
const LARGEST = 25;

let data: DataFolder;
let coffer: CofferProcess;
let fileRequest = '';
let publicLink: string;

test.beforeAll(async () => {
  data = await createDataFolder('page-weight');
  coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  for (const name of ['Apples', 'Bread']) {
    await ada.call('createFolder', { body: { parentId: personalSpace.rootId, name } });
  }
  const params = { nodeId: personalSpace.rootId };
  const body = { expiresAt: new Date(Date.now() + DAY_MS).toISOString() };
  ({ url: publicLink } = await ada.call('createPublicLink', { params, body }));
  const request = { kind: 'request', label: 'Pictures', request: {} } as const;
  ({ url: fileRequest } = await ada.call('createPublicLink', { params, body: { ...body, ...request } }));
});

test.afterAll(async () => {
  await coffer[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

test('the scripts and styles of the sign-in page stay within their budget', async ({ browser }) => {
  await using visit = await openPage(browser, '/sign-in');
  await visit.page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await visit.page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await visit.page.waitForLoadState('networkidle');
  visit.print('sign-in page until usable');
  expect(visit.bytesOf('script')).toBeLessThanOrEqual(MAX_BYTES.signIn);
  expect(visit.bytesOf('style')).toBeLessThanOrEqual(MAX_BYTES.styles);
});

test('the scripts and styles of a public link stay within their budget', async ({ browser }) => {
  await using visit = await openPage(browser, publicLink);
  await expect(visit.page.getByRole('link', { name: 'Apples' })).toBeVisible();
  await visit.page.waitForLoadState('networkidle');
  visit.print('public link until usable');
  expect(visit.bytesOf('script')).toBeLessThanOrEqual(MAX_BYTES.guest);
  expect(visit.bytesOf('style')).toBeLessThanOrEqual(MAX_BYTES.styles);
});

test('the scripts and styles of a file request stay within the budget of public links', async ({
  browser,
}) => {
  await using visit = await openPage(browser, fileRequest);
  await expect(visit.page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await visit.page.waitForLoadState('networkidle');
  visit.print('file request until usable');
  expect(visit.bytesOf('script')).toBeLessThanOrEqual(MAX_BYTES.guest);
  expect(visit.bytesOf('style')).toBeLessThanOrEqual(MAX_BYTES.styles);
});

test('the scripts and styles of the files page stay within their budget, and make its rows usable', async ({
  browser,
}) => {
  await using visit = await openFiles(browser);
  const { page } = visit;
  visit.print('files page until its rows are usable');
  expect(visit.bytesOf('script')).toBeLessThanOrEqual(MAX_BYTES.files);
  expect(visit.bytesOf('style')).toBeLessThanOrEqual(MAX_BYTES.styles);
  await page.route(/\.js$/, async (route) => await route.abort());
  await page.getByRole('row', { name: 'Apples' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row', { name: 'Bread' })).toBeFocused();
});

test('the scripts of the files page stay within their budget with all that is fetched ahead', async ({
  browser,
}) => {
  await using visit = await openFiles(browser);
  const { page } = visit;
  const before = visit.bytesOf('script');
  await page.evaluate(() => dispatchEvent(new Event('test:idle')));
  await page.waitForTimeout(PREFETCH_MS);
  await page.waitForLoadState('networkidle');
  visit.print('files page with all that is fetched ahead');
  expect(visit.bytesOf('script')).toBeGreaterThan(before);
  expect(visit.bytesOf('script')).toBeLessThanOrEqual(MAX_BYTES.filesWithPrefetch);
});

// docs/decisions/0021-no-schemas-in-the-browser.md
test('no script carries schemas', () => {
  const schemas = Object.values(readChunks()).flatMap((modules) =>
    Object.keys(modules).filter((path) => path.includes('node_modules/zod/')),
  );
  expect(schemas).toEqual([]);
});

async function openFiles(browser: Browser): Promise<Visit> {
  const visit = await openPage(browser, '/', await signIn(browser));
  await expect(visit.page.getByRole('row', { name: 'Apples' })).toBeVisible();
  await visit.page.waitForLoadState('networkidle');
  return visit;
}

async function signIn(browser: Browser): Promise<BrowserContextOptions['storageState']> {
  await using visit = await openPage(browser, '/');
  await visit.page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await visit.page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await visit.page.keyboard.press('Enter');
  await expect(visit.page.getByRole('row', { name: 'Apples' })).toBeVisible();
  return await visit.page.context().storageState();
}

type Kind = 'script' | 'style';

interface Transfer {
  readonly path: string;
  readonly kind: Kind;
  readonly bytes: number;
}

interface Visit extends AsyncDisposable {
  readonly page: Page;
  bytesOf(kind: Kind): number;
  print(title: string): void;
}

/** Prefetching waits for the event `test:idle`. */
async function openPage(
  browser: Browser,
  path: string,
  storageState?: BrowserContextOptions['storageState'],
): Promise<Visit> {
  const context = await browser.newContext(storageState === undefined ? {} : { storageState });
  const page = await context.newPage();
  await page.addInitScript(holdIdleCallbacks);
  const transfers = await recordTransfers(page);
  await page.goto(new URL(path, coffer.url).href);
  return {
    page,
    bytesOf: (kind) => sumOf(transfers, kind),
    print: (title) => console.log(report(title, transfers)),
    [Symbol.asyncDispose]: async () => context.close(),
  };
}

function holdIdleCallbacks(): void {
  const { requestIdleCallback } = globalThis;
  let isHeld = true;
  const held: Parameters<typeof requestIdleCallback>[0][] = [];
  Object.assign(globalThis, {
    requestIdleCallback: (...[callback, options]: Parameters<typeof requestIdleCallback>) =>
      isHeld ? held.push(callback) : requestIdleCallback(callback, options),
  });
  addEventListener('test:idle', () => {
    isHeld = false;
    for (const callback of held) requestIdleCallback(callback);
  });
}

async function recordTransfers(page: Page): Promise<readonly Transfer[]> {
  const transfers: Transfer[] = [];
  const answered = new Map<string, Pick<Transfer, 'path' | 'kind'>>();
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kindOf(response.mimeType);
    if (kind !== undefined) answered.set(requestId, { path: new URL(response.url).pathname, kind });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answered.get(requestId);
    if (answer !== undefined) transfers.push({ ...answer, bytes: encodedDataLength });
  });
  await devtools.send('Network.enable');
  return transfers;
}

function kindOf(mediaType: string): Kind | undefined {
  if (mediaType.includes('javascript')) return 'script';
  return mediaType === 'text/css' ? 'style' : undefined;
}

function sumOf(transfers: readonly Transfer[], kind: Kind): number {
  return transfers.reduce((sum, each) => sum + (each.kind === kind ? each.bytes : 0), 0);
}

function report(title: string, transfers: readonly Transfer[]): string {
  const count = transfers.filter(({ kind }) => kind === 'script').length;
  const lines = [
    `${title}: ${inKib(sumOf(transfers, 'script'))} KiB in ${count} scripts, styles ${inKib(sumOf(transfers, 'style'))} KiB`,
    ...transfers.map(({ path, bytes }) => `  ${inKib(bytes)}  ${path}`),
    `  the largest modules, before they are minified and compressed`,
    ...largestModules(transfers).map(([path, length]) => `  ${inKib(length)}  ${path}`),
  ];
  return lines.join('\n');
}

/** The length of each module in each chunk. */
function readChunks(): Readonly<Record<string, Readonly<Record<string, number>>>> {
  return JSON.parse(readFileSync(MODULES, 'utf8'));
}

function largestModules(transfers: readonly Transfer[]): readonly (readonly [string, number])[] {
  const chunks = readChunks();
  return transfers
    .flatMap(({ path }) => Object.entries(chunks[path.slice(1)] ?? {}))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, LARGEST);
}

function inKib(bytes: number): string {
  return (bytes / KIB).toFixed(1).padStart(6);
}
