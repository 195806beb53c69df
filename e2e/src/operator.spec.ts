// apps/server/src/main.test.ts covers a second process on the same data and an occupied port.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';
import { createSamples } from './sample-files.ts';
import { expectFiles, signInInBrowser, signOutInBrowser, welcomeInBrowser } from './sign-in/sign-in-steps.ts';

/** Extra time that a busy stop may take compared with an idle one. */
const STOP_MS = 10_000;

async function start(data: DataFolder, before?: CofferProcess): Promise<CofferProcess> {
  const { path: dataFolder, environment } = data;
  return await startCoffer({
    dataFolder,
    environment,
    ...(before === undefined ? {} : { ports: before.ports }),
  });
}

test('a second start has the same people, sessions and files', async ({ page }) => {
  await using data = await createDataFolder('operator');
  await using running = new AsyncDisposableStack();
  let coffer = running.use(await start(data));
  await welcomeInBrowser(page, coffer);
  const content = Buffer.from('what was written before the restart\n');
  const file = { name: 'before.txt', mimeType: 'text/plain', buffer: content };
  await page.getByLabel('Upload files').setInputFiles(file);
  await expect(page.getByRole('row', { name: 'before.txt' })).toBeVisible();
  expect(await coffer.stop()).toBe(0);

  coffer = running.use(await start(data, coffer));
  expect(coffer.welcomeLink, 'there is an administrator').toBeUndefined();
  await page.reload();
  await expect(page.getByRole('row', { name: 'before.txt' })).toBeVisible();
  await signOutInBrowser(page);
  await signInInBrowser(page, coffer);
  await page.getByRole('link', { name: 'before.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'before.txt' })).toContainText('before the restart');
});

test('a stop in the middle of an upload ends in order and soon, and the next start takes the rest', async ({
  page,
}) => {
  await using data = await createDataFolder('operator');
  await using samples = await createDataFolder('operator-samples');
  const { big } = createSamples(samples.path, 48);
  await using running = new AsyncDisposableStack();
  let coffer = running.use(await start(data));
  await welcomeInBrowser(page, coffer);
  await expect(page.getByLabel('Upload files')).toBeAttached();
  const idleMs = await stopMs(coffer);
  coffer = running.use(await start(data, coffer));
  const devtools = await page.context().newCDPSession(page);
  await slowDown(devtools, 4);
  await page.getByLabel('Upload files').setInputFiles(big.path);
  await untilUnderWay(page, big.name);

  expect(await stopMs(coffer)).toBeLessThan(STOP_MS + 3 * idleMs);
  await expect(page.getByRole('heading', { name: /^\d+ files? uploaded$/ })).toHaveCount(0);

  coffer = running.use(await start(data, coffer));
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const listing = { params: { nodeId: personalSpace.rootId }, query: { at: '0', limit: '10' } };
  expect((await ada.call('listChildren', listing)).items, 'nothing half-made is visible').toEqual([]);
  await slowDown(devtools, undefined);
  await untilUploaded(page);
  const [node] = (await ada.call('listChildren', listing)).items;
  if (node === undefined) throw new Error('the file is not there');
  const content = await ada.download(node.id);
  expect(createHash('sha256').update(content).digest('hex')).toBe(big.sha256);
  await expectFiles(page);
});

test('a second signal ends at once, and the next start works', async () => {
  await using data = await createDataFolder('operator');
  await using running = new AsyncDisposableStack();
  let coffer = running.use(await start(data));
  await welcome(coffer);
  await leaveUnsaid(coffer);
  process.kill(coffer.pid, 'SIGTERM');
  await expect.poll(() => coffer.output()).toContain('"stopping"');
  expect(await coffer.stop()).toBe(128 + 15);
  coffer = running.use(await start(data, coffer));
  await new Person(coffer.url).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});

async function stopMs(coffer: CofferProcess): Promise<number> {
  const from = Date.now();
  expect(await coffer.stop()).toBe(0);
  return Date.now() - from;
}

/** A graceful stop waits some seconds for the unfinished body. */
async function leaveUnsaid({ url }: CofferProcess): Promise<void> {
  const asked = request(`${url}/api/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100', expect: '100-continue' },
  });
  asked.on('error', () => undefined);
  asked.flushHeaders();
  await once(asked, 'continue');
  asked.write('{');
}

async function slowDown(devtools: CDPSession, mibPerSecond: number | undefined): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: mibPerSecond === undefined ? -1 : mibPerSecond * 1024 * 1024,
  });
}

async function untilUnderWay(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('progressbar', { name: `Upload of ${name}` });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(0);
}

async function untilUploaded(page: Page): Promise<void> {
  const here = page.getByRole('heading', { name: '1 file uploaded' });
  const again = page.getByRole('button', { name: 'Retry all' });
  await expect(here.or(again)).toBeVisible({ timeout: 120_000 });
  if (await again.isVisible()) await again.click();
  await expect(here).toBeVisible({ timeout: 120_000 });
}
