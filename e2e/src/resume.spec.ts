import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { crash, expectNotes, holdBack, mayRead, toStore } from './crash-recovery.ts';
import { createDataFolder } from './data-folder.ts';
import { dropFiles } from './drop.ts';
import { createSamples } from './sample-files.ts';
import { welcomeInBrowser } from './sign-in/sign-in-steps.ts';
import { chooseNew, holdParts } from './transfers-world.ts';

const BIG_MIB = 100;

test('an upload resumes after a reload and a crash, and sends nothing twice', async ({ browser }) => {
  await using data = await createDataFolder('resume');
  await using disk = await createDataFolder('resume-disk');
  mkdirSync(disk.path, { recursive: true });
  const { big, folder } = createSamples(disk.path, BIG_MIB);
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await using context = await browser.newContext({ acceptDownloads: true });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await welcomeInBrowser(page, coffer);

  await test.step('a reload in the middle, and the file is chosen again', async () => {
    const before = recordParts(page);
    const open = await holdParts(page, 3);
    await page.getByLabel('Upload files').setInputFiles(big.path);
    await expect.poll(() => before.stored.size, { timeout: 120_000 }).toBe(3);
    await reloadAnyway(page);
    before.stop();
    open();
    await expect(page.getByRole('heading', { name: '1 upload was interrupted' })).toBeVisible();

    await test.step('another file of the same name is not taken for it', async () => {
      const other = join(disk.path, 'other');
      mkdirSync(other);
      writeFileSync(join(other, big.name), 'something else');
      await choose(page, 'Choose file again', join(other, big.name));
      const said = page.getByRole('region', { name: 'Messages' });
      await expect(said.getByText('None of the chosen files match the interrupted upload')).toBeVisible();
    });

    const after = recordParts(page);
    await choose(page, 'Choose file again', big.path);
    await expect(page.getByRole('heading', { name: '1 file uploaded' })).toBeVisible({ timeout: 120_000 });
    expect([...after.sent].filter((part) => before.stored.has(part))).toEqual([]);
    after.stop();
    expect(await download(page, big.name)).toBe(big.sha256);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  await test.step('a changed file is never mixed with what the store holds', async () => {
    const victim = join(disk.path, 'changing.bin');
    const bytes = Buffer.alloc(60 * 1024 * 1024, 'a');
    const at = new Date('2026-01-01T00:00:00Z');
    writeFileSync(victim, bytes);
    utimesSync(victim, at, at);
    const parts = recordParts(page);
    const open = await holdParts(page, 1);
    await page.getByLabel('Upload files').setInputFiles(victim);
    await expect.poll(() => parts.stored.size, { timeout: 120_000 }).toBe(1);
    await reloadAnyway(page);
    parts.stop();
    open();
    writeFileSync(victim, Buffer.alloc(bytes.length, 'b'));
    utimesSync(victim, at, at);
    await choose(page, 'Choose file again', victim);
    await expect(tray(page).getByText('The file changed after the upload started')).toBeVisible();
    await tray(page).getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('row', { name: 'changing.bin' })).toHaveCount(0);
  });

  await test.step('a tab crashes in the middle of a folder, and the folder is chosen again', async () => {
    const isUnderWay = await holdBack(page, toStore(coffer));
    await dropFiles(page, [folder]);
    await isUnderWay(2);
    await crash(page);
    await page.close();
  });
  const later = await context.newPage();
  await test.step('the next tab goes on', async () => {
    await later.goto(coffer.url);
    const here = later.getByRole('heading', { name: '200 files uploaded' });
    // Handles of dropped items are stored. If the browser still grants the crashed tab's permission, the upload resumes;
    // a headless browser cannot prompt, so otherwise the folder is chosen again.
    if (await mayRead(later)) {
      const goesOn = later.getByRole('heading', { name: /^Uploading \d+ of 200$/ });
      await expect(goesOn.or(here)).toBeVisible();
    } else {
      await expect(later.getByRole('heading', { name: '200 uploads were interrupted' })).toBeVisible();
      await expect(tray(later).getByRole('button', { name: 'Continue' })).toBeVisible();
      await choose(later, 'Choose folder again', folder);
    }
    await expect(here).toBeVisible({ timeout: 120_000 });
    await expectNotes(later);
  });
});

test('a dropped folder resumes automatically after a reload, and leaving does not ask', async ({ page }) => {
  page.setDefaultTimeout(120_000);
  await using data = await createDataFolder('resume-drop');
  await using disk = await createDataFolder('resume-drop-disk');
  mkdirSync(disk.path, { recursive: true });
  const path = join(disk.path, 'dropped.bin');
  writeFileSync(path, Buffer.alloc(60 * 1024 * 1024, 'dropped'));
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcomeInBrowser(page, coffer);
  await expectGoesOnByItself(page, () => dropFiles(page, [path]));
  expect(await download(page, 'dropped.bin')).toBe(
    createHash('sha256')
      .update(Buffer.alloc(60 * 1024 * 1024, 'dropped'))
      .digest('hex'),
  );
});

test('chosen files resume automatically after a reload if the browser stores handles', async ({ page }) => {
  page.setDefaultTimeout(120_000);
  await using data = await createDataFolder('resume-chosen');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await page.addInitScript(() => {
    Object.assign(window, {
      showOpenFilePicker: async () => {
        const folder = await navigator.storage.getDirectory();
        return [await folder.getFileHandle('chosen.bin')];
      },
    });
  });
  await welcomeInBrowser(page, coffer);
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle('chosen.bin', { create: true })).createWritable();
    for (let number = 0; number < 60; number += 1) await file.write(new Uint8Array(1024 * 1024).fill(number));
    await file.close();
  });
  await expectGoesOnByItself(page, () => chooseNew(page, 'Upload files'));
  const whole = createHash('sha256');
  for (let number = 0; number < 60; number += 1) whole.update(Buffer.alloc(1024 * 1024, number));
  expect(await download(page, 'chosen.bin')).toBe(whole.digest('hex'));
});

test('one tab runs an upload, and another resumes it when that tab is closed', async ({ context, page }) => {
  context.setDefaultTimeout(120_000);
  await using data = await createDataFolder('resume-tabs');
  await using disk = await createDataFolder('resume-tabs-disk');
  mkdirSync(disk.path, { recursive: true });
  const path = join(disk.path, 'shared.bin');
  writeFileSync(path, Buffer.alloc(60 * 1024 * 1024, 'shared'));
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcomeInBrowser(page, coffer);
  const parts = recordParts(page);
  await holdParts(page, 1);
  await page.getByLabel('Upload files').setInputFiles(path);
  await expect.poll(() => parts.stored.size, { timeout: 120_000 }).toBe(1);

  const other = await context.newPage();
  const listed = other.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/uploads');
  await other.goto(coffer.url);
  await listed;
  await expect(tray(other)).toHaveCount(0);
  expect(await lockHolders(other)).toEqual({ held: 1, pending: 1 });

  await page.close({ runBeforeUnload: false });
  await expect(other.getByRole('heading', { name: '1 upload was interrupted' })).toBeVisible();
  const taken = recordParts(other);
  await choose(other, 'Choose file again', path);
  await expect(other.getByRole('heading', { name: '1 file uploaded' })).toBeVisible({ timeout: 120_000 });
  expect([...taken.sent].filter((part) => parts.stored.has(part))).toEqual([]);
});

async function expectGoesOnByItself(page: Page, begin: () => Promise<void>): Promise<void> {
  const before = recordParts(page);
  const open = await holdParts(page, 2);
  await begin();
  await expect.poll(() => before.stored.size, { timeout: 120_000 }).toBe(2);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const after = recordParts(page);
  await page.reload();
  before.stop();
  open();
  await expect(page.getByRole('heading', { name: '1 file uploaded' })).toBeVisible({ timeout: 120_000 });
  expect(asked).toEqual([]);
  expect([...after.sent].filter((part) => before.stored.has(part))).toEqual([]);
}

async function lockHolders(page: Page): Promise<{ readonly held: number; readonly pending: number }> {
  return await page.evaluate(async (prefix) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return {
      held: held.filter(({ name }) => name?.startsWith(prefix)).length,
      pending: pending.filter(({ name }) => name?.startsWith(prefix)).length,
    };
  }, 'coffer-transfer/');
}

function recordParts(page: Page) {
  const sent = new Set<string>();
  const stored = new Set<string>();
  const handleRequest = (request: { method(): string; url(): string }): void => {
    const name = nameOf(request.url());
    if (request.method() === 'PUT' && name !== undefined) sent.add(name);
  };
  const handleResponse = (response: {
    ok(): boolean;
    url(): string;
    request(): { method(): string };
  }): void => {
    const name = nameOf(response.url());
    if (response.request().method() === 'PUT' && response.ok() && name !== undefined) stored.add(name);
  };
  page.on('request', handleRequest);
  page.on('response', handleResponse);
  return {
    sent,
    stored,
    stop: () => {
      page.off('request', handleRequest);
      page.off('response', handleResponse);
    },
  };
}

function tray(page: Page): Locator {
  return page.getByRole('region', { name: 'Transfers' });
}

function nameOf(url: string): string | undefined {
  const { searchParams } = new URL(url);
  const number = searchParams.get('partNumber');
  return number === null ? undefined : `${searchParams.get('uploadId')}/${number}`;
}

/** Confirms the browser's prompt, which appears because the file would have to be chosen again. */
async function reloadAnyway(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
}

async function choose(page: Page, button: string, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(path);
}

async function download(page: Page, name: string): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const hash = createHash('sha256');
  await pipeline(createReadStream(await (await arriving).path()), hash);
  return hash.digest('hex');
}
