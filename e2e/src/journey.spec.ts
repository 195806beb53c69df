import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized } from '@coffer/testing/campaign';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { dropFiles } from './drop.ts';
import { ADMINISTRATOR } from './first-start.ts';
import { heapStrings } from './heap.ts';
import { createSamples } from './sample-files.ts';

const BIG_MIB = Number(process.env['COFFER_E2E_BIG_MIB'] ?? sized({ gate: 60, campaign: 300 }));

test('a person starts Coffer, keeps files, finds them again and leaves nothing behind', async ({
  browser,
}) => {
  test.setTimeout(1_500_000);
  await using data = await createDataFolder('journey');
  await using running = new AsyncDisposableStack();
  const disk = mkdtempSync(join(tmpdir(), 'coffer disk '));
  running.defer(async () => await rm(disk, { recursive: true, force: true }));
  let coffer = running.use(
    await startCoffer({ dataFolder: data.path, environment: data.environment, isFirstStart: true }),
  );
  const context = running.use(await browser.newContext({ viewport: { width: 1280, height: 800 } }));
  const page = await context.newPage();
  const faults = recordFaults(page);
  const samples = createSamples(disk, BIG_MIB);

  await test.step('welcome', () => welcome(page, coffer));
  const secret = await test.step('set up the authenticator', () => setUpAuthenticator(page, coffer));
  await test.step('sign out', () => signOut(page));
  await test.step('sign in with password and code', () => signIn(page, coffer, secret));

  await test.step('drop a folder of 200 files and a large one', async () => {
    await dropFiles(page, [samples.folder, samples.big.path]);
    await expect(page.getByRole('heading', { name: '201 files uploaded' })).toBeVisible({
      timeout: 300_000,
    });
  });

  await test.step('everything is there after a restart and a reload', async () => {
    const { ports } = coffer;
    expect(await coffer.stop()).toBe(0);
    coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment, ports }));
    await page.reload();
    await expect(page.getByRole('row', { name: /^film archive\.bin/ })).toBeVisible();
    await open(page, 'Holiday 2026');
    await open(page, 'pictures');
    await open(page, 'raw');
    await expect(page.getByRole('grid', { name: 'Contents of raw' })).toHaveAttribute('aria-rowcount', '67');
    await page.getByRole('link', { name: 'Holiday 2026', exact: true }).click();
  });

  await test.step('look at an image and a PDF', async () => {
    await open(page, 'sunset.png');
    const image = page.getByRole('img', { name: 'sunset.png' });
    await expect(image).toBeVisible();
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(320);
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Dear reader, this is page one.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('download the large file and compare', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).first().click();
    const download = page.waitForEvent('download');
    await menu(page, 'film archive.bin', 'Download');
    const path = join(disk, 'downloaded.bin');
    await (await download).saveAs(path);
    expect(await sha256Of(path)).toBe(samples.big.sha256);
  });

  await test.step('rename', async () => {
    await menu(page, 'film archive.bin', 'Rename');
    await page.getByRole('textbox', { name: 'New name for film archive.bin' }).fill('Films 2026.bin');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Films 2026.bin')).toBeVisible();
    await expect(row(page, 'film archive.bin')).toBeHidden();
  });

  await test.step('trash and restore', async () => {
    await menu(page, 'Films 2026.bin', 'Move to trash');
    await expect(row(page, 'Films 2026.bin')).toBeHidden();
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await menu(page, 'Films 2026.bin', 'Restore');
    await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
    await page.getByRole('link', { name: 'Files', exact: true }).first().click();
    await expect(row(page, 'Films 2026.bin')).toBeVisible();
  });

  await test.step('sign out and leave nothing behind', async () => {
    await signOut(page);
    await expectNothingPersonal(page, [
      ADMINISTRATOR.password,
      ADMINISTRATOR.email,
      ADMINISTRATOR.name,
      secret,
      'Films 2026',
      'Holiday 2026',
    ]);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByText('Holiday 2026')).toHaveCount(0);
  });
  expect(faults).toEqual([]);
});

async function welcome(page: Page, coffer: CofferProcess): Promise<void> {
  await page.goto(coffer.welcomeLink ?? 'about:blank');
  await page.getByLabel('Your name').fill(ADMINISTRATOR.name);
  await page.getByLabel('Email').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible();
}

async function setUpAuthenticator(page: Page, coffer: CofferProcess): Promise<string> {
  await page.goto(`${coffer.url}/settings/security`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const shown = page.getByText(/^([A-Z2-7]{4} ){4,}[A-Z2-7 ]+$/);
  await expect(shown).toBeVisible();
  const secret = (await shown.innerText()).replaceAll(' ', '');
  await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date()));
  await expect(page.getByText('Authenticator app turned on', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'I’ve saved them' }).last().click();
  return secret;
}

async function signIn(page: Page, coffer: CofferProcess, secret: string): Promise<void> {
  await page.goto(coffer.url);
  await page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Codes work once; the next one is accepted 30 seconds early.
  await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date(Date.now() + 30_000)));
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  // The old page shows the same text while storage is being cleared.
  const anew = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await anew;
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
}

function row(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) });
}

async function open(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('link', { name, exact: true }).click();
}

async function menu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).first().click();
}

async function expectNothingPersonal(page: Page, secrets: readonly string[]): Promise<void> {
  // The device cookie is sealed and contains no identity.
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(['coffer-device']);
  const sealed = cookies[0]?.value.replace(/^v1\./, '') ?? '';
  const opened = Buffer.from(sealed, 'base64url').toString('latin1');
  for (const secret of secrets) expect(`${sealed} ${opened}`).not.toContain(secret);
  const left = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map((database) => database.name),
  }));
  expect(left).toEqual({ local: [], session: [], caches: [], databases: [] });
  const strings = await heapStrings(page);
  expect(strings.length, 'the snapshot holds the page').toBeGreaterThan(1_000);
  expect(
    strings.some((text) => text.includes('You’re signed out')),
    'the search can find',
  ).toBe(true);
  for (const secret of secrets) {
    expect(
      strings.filter((text) => text.includes(secret)),
      `in memory: ${secret}`,
    ).toEqual([]);
  }
}

function recordFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // Browsers log every failed request.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return faults;
}

function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  return new Promise((resolve, reject) => {
    createReadStream(path)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => resolve(hash.digest('hex')))
      .on('error', reject);
  });
}
