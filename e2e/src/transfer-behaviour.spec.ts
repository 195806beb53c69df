import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { recordSaid } from './said.ts';
import {
  choose,
  chooseNew,
  headlineOf,
  holdParts,
  rowOf,
  sha256,
  slowDown,
  joinTransferWorld,
  type TransferWorld,
  trayOf,
  treeOf,
  untilUnderWay,
} from './transfers-world.ts';

const MIB = 1024 * 1024;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Dispatches a paste event on the focused element. True if the page handles it. */
async function paste(page: Page, files: Readonly<Record<string, string>>): Promise<boolean> {
  return await page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    for (const [name, content] of Object.entries(given)) clipboardData.items.add(new File([content], name));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    return event.defaultPrevented;
  }, files);
}

test('pasted files are uploaded, except when pasted into a text field', async ({ page }) => {
  const folderId = await world.open(page, 'paste');
  expect(await paste(page, { 'one.txt': '1', 'two.txt': '22' })).toBe(true);
  await expect(headlineOf(page, '2 files uploaded')).toBeVisible();
  await chooseNew(page, 'New folder');
  await expect(page.getByRole('textbox')).toBeFocused();
  expect(await paste(page, { 'three.txt': '333' })).toBe(false);
  await page.keyboard.press('Escape');
  expect(await treeOf(world.person, folderId)).toEqual({ 'one.txt': sha256('1'), 'two.txt': sha256('22') });
});

test('start, quarters and end are announced, and meanwhile the device stays awake and leaving asks', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const locks: string[] = [];
    const request = async (kind: string) => {
      locks.push(`held ${kind}`);
      return await Promise.resolve({
        released: false,
        release: () => Promise.resolve(void locks.push('let go')),
      });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, { locks });
  });
  const said = await recordSaid(page);
  const locks = async (): Promise<string[]> => await page.evaluate(() => Reflect.get(window, 'locks'));
  await world.open(page, 'manners');
  const path = join(world.makeDisk('manners'), 'film.bin');
  writeFileSync(path, randomBytes(40 * MIB));
  // Five sequential parts, each less than a quarter, so that every quarter is announced.
  const gates: (() => void)[] = [];
  for (const passing of [1, 2, 3, 4]) gates.push(await holdParts(page, passing));
  await choose(page, path);
  await untilUnderWay(page, 'film.bin');
  await expect.poll(locks).toEqual(['held screen']);
  await page.getByRole('grid').click({ position: { x: 5, y: 5 } });
  const asked = page.waitForEvent('dialog');
  const leaving = page.reload({ timeout: 5_000 }).catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  const heard = ['Uploading 1 file'];
  for (const words of ['25% uploaded', '50% uploaded', '75% uploaded', 'Upload complete: 1 file uploaded']) {
    gates.shift()?.();
    heard.push(words);
    await expect.poll(() => said('polite')).toEqual(heard);
  }
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  await expect.poll(locks).toEqual(['held screen', 'let go']);
  page.on('dialog', (late) => void late.accept());
  const late: string[] = [];
  page.on('dialog', (one) => late.push(one.type()));
  await page.reload();
  await expect(page.getByRole('row', { name: /^film\.bin/ })).toBeVisible();
  expect(late).toEqual([]);
});

test('the conflict dialog of a single file does not offer to apply to all', async ({ page }) => {
  await world.open(page, 'taken');
  await paste(page, { 'one.txt': '1' });
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  await trayOf(page).getByRole('button', { name: 'Close' }).click();
  await paste(page, { 'one.txt': '2' });
  const dialog = page.getByRole('dialog', { name: '1 file already exists' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Later' }).last().click();
  await trayOf(page).getByRole('button', { name: 'Cancel all' }).click();
  await paste(page, { 'one.txt': '3', 'else.txt': '3' });
  await expect(dialog.getByRole('checkbox', { name: 'Apply to all' })).toBeChecked();
});

test('a failure is announced while a dialog is open', async ({ page }) => {
  const said = await recordSaid(page);
  await world.open(page, 'said aloud');
  await paste(page, { 'one.txt': '1' });
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  await paste(page, { 'one.txt': '2', 'bad.': '3' });
  await expect.poll(() => said('assertive')).toContain('Couldn’t upload bad.');
  await expect(page.getByRole('dialog', { name: '1 file already exists' })).toBeVisible();
  // The dialog makes the page inert, but not the live regions.
  const hidden = await page.evaluate(() =>
    ['main', '#live-polite', '#live-assertive'].filter(
      (each) => document.querySelector(each)?.closest('[inert], [aria-hidden="true"]') !== null,
    ),
  );
  expect(hidden).toEqual(['main']);
});

test('a choice made while code cannot load is reported, and the next one is uploaded', async ({ page }) => {
  const engine = /\/assets\/page-engine-[^/]+\.js$/;
  await page.route(engine, (route) => route.abort());
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const folderId = await world.open(page, 'lost');
  const path = join(world.makeDisk('lost'), 'note.txt');
  writeFileSync(path, 'note');
  await choose(page, path);
  const words = page
    .getByRole('region', { name: 'Messages' })
    .getByText('Nothing was uploaded because part of this page');
  await expect(words).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reading the chosen files…' })).toHaveCount(0);
  expect(faults).toEqual([]);
  await page.unroute(engine);
  await choose(page, path);
  await expect(words).toHaveCount(0);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  expect(await treeOf(world.person, folderId)).toEqual({ 'note.txt': sha256('note') });
});

test('interrupted uploads can be resumed behind many failed ones', async ({ page }) => {
  await world.open(page, 'crowded');
  const path = join(world.makeDisk('crowded'), 'film.bin');
  writeFileSync(path, randomBytes(20 * MIB));
  await slowDown(page, 0.5);
  await choose(page, path);
  await untilUnderWay(page, 'film.bin');
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  const again = trayOf(page).getByRole('button', { name: 'Choose file again' });
  await expect(again).toBeVisible();
  await paste(page, Object.fromEntries(Array.from({ length: 120 }, (_, number) => [`${number}.`, 'x'])));
  const renames = trayOf(page).getByRole('button', { name: 'Rename' });
  await expect.poll(() => renames.count()).toBeGreaterThanOrEqual(99);
  await expect(again).toBeVisible();
  await expect(rowOf(page, 'film.bin')).toContainText('Interrupted');
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Discard' }).click();
  await expect(again).toHaveCount(0);
});

test('an unusable upload journal is replaced, and checking for one creates none', async ({ page }) => {
  const memories = async (): Promise<string[]> =>
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  const looked = page.waitForRequest((request) => request.url().endsWith('/api/v1/uploads'));
  await world.open(page, 'memory');
  await looked;
  expect(await memories()).toEqual([]);
  // Simulates a leftover of an earlier version.
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      const opening = indexedDB.open('coffer-transfers');
      opening.onsuccess = () => {
        opening.result.close();
        resolve(undefined);
      };
    });
  });
  expect(await memories()).toEqual(['coffer-transfers']);
  await page.reload();
  await expect.poll(memories).toEqual([]);
  const path = join(world.makeDisk('memory'), 'film.bin');
  writeFileSync(path, randomBytes(20 * MIB));
  await slowDown(page, 0.5);
  await choose(page, path);
  await untilUnderWay(page, 'film.bin');
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await expect(rowOf(page, 'film.bin')).toContainText('Interrupted');
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Discard' }).click();
});

/** They open if permitted. */
async function chooseOwn(page: Page, names: readonly string[], { areGone = false } = {}): Promise<void> {
  await page.evaluate(
    async ({ names: given, areGone: isRemoved }) => {
      const root = await navigator.storage.getDirectory();
      const handles = await Promise.all(
        given.map(async (name) => {
          const handle = await root.getFileHandle(name, { create: true });
          const writable = await handle.createWritable();
          await writable.write(name);
          await writable.close();
          return handle;
        }),
      );
      if (isRemoved) await Promise.all(given.map(async (name) => await root.removeEntry(name)));
      Object.assign(window, { showOpenFilePicker: async () => await Promise.resolve(handles) });
    },
    { names, areGone },
  );
  await chooseNew(page, 'Upload files');
}

test('a choice with only unreadable files is reported and leaves nothing behind', async ({ page }) => {
  await world.open(page, 'unread');
  await chooseOwn(page, ['gone.txt'], { areGone: true });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('none of the chosen items could be read')).toBeVisible();
  await expect(trayOf(page)).toHaveCount(0);
  expect(await page.evaluate(async () => await indexedDB.databases())).toEqual([]);
});

/** Until the returned function is called. */
async function openSlowly(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const getFile = Reflect.get(FileSystemFileHandle.prototype, 'getFile');
    const gate = Promise.withResolvers<undefined>();
    let asked = 0;
    Reflect.set(FileSystemFileHandle.prototype, 'getFile', async function get(this: FileSystemFileHandle) {
      asked += 1;
      if (asked > 100) await gate.promise;
      return await getFile.call(this);
    });
    Object.assign(window, { release: gate.resolve });
  });
  return async () => await page.evaluate(() => Reflect.get(window, 'release')());
}

test('the number of chosen files that were read is shown', async ({ page }) => {
  const said = await recordSaid(page);
  const release = await openSlowly(page);
  const folderId = await world.open(page, 'opening');
  const names = Array.from({ length: 150 }, (_, number) => `note ${number}.txt`);
  await chooseOwn(page, names);
  const card = page.getByRole('region', { name: 'Reading the chosen files…' });
  await expect(card.getByText('100 files so far')).toBeVisible();
  await expect.poll(() => said('polite')).toContain('Reading the chosen files…');
  await release();
  await expect(headlineOf(page, '150 files uploaded')).toBeVisible({ timeout: 120_000 });
  await expect(card).toHaveCount(0);
  expect(await treeOf(world.person, folderId)).toEqual(
    Object.fromEntries(names.map((name) => [name, sha256(name)])),
  );
});

async function expectAt(place: Locator, name: string): Promise<void> {
  await expect(place.getByRole('button', { name, exact: true })).toBeFocused();
}

test('the focus stays in the tray when a command removes its own button', async ({ page }) => {
  const disk = world.makeDisk('commands');
  const paths = ['one.bin', 'two.bin', 'three.bin'].map((name) => join(disk, name));
  for (const path of paths) writeFileSync(path, randomBytes(9 * MIB));
  await world.open(page, 'commands');
  await holdParts(page, 0);
  await choose(page, ...paths);
  const press = async (place: Locator, name: string): Promise<void> => {
    await place.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const [first, tray] = [rowOf(page, 'one.bin'), trayOf(page)];
  await press(first, 'Pause');
  await expectAt(first, 'Resume');
  await page.keyboard.press('Enter');
  await expectAt(first, 'Pause');
  await press(first, 'Cancel');
  await expect(first.getByRole('button')).toHaveCount(0);
  await expect(tray.getByRole('listitem').locator('button:focus')).toHaveAccessibleName('Pause');
  await press(tray, 'Pause all');
  await expectAt(tray, 'Resume all');
  await press(tray, 'Cancel all');
  await expectAt(tray, 'Close');
  await page.keyboard.press('Enter');
  await expect(tray).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'commands' })).toBeFocused();
});

test('the focus stays in the tray after taken names are decided one by one', async ({ page }) => {
  await world.open(page, 'decided');
  await paste(page, { 'one.txt': '1', 'two.txt': '1' });
  const tray = trayOf(page);
  await expect(headlineOf(page, '2 files uploaded')).toBeVisible();
  await tray.getByRole('button', { name: 'Close' }).click();
  await paste(page, { 'one.txt': '2', 'two.txt': '2' });
  const dialog = page.getByRole('dialog', { name: /already exists?$/ });
  await dialog.getByRole('button', { name: 'Later' }).last().click();
  await rowOf(page, 'one.txt').getByRole('button', { name: 'Resolve' }).click();
  await dialog.getByRole('checkbox', { name: 'Apply to all' }).uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toHaveAccessibleName('1 file already exists');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(headlineOf(page, '2 files uploaded')).toBeVisible();
  const disk = world.makeDisk('decided');
  const paths = ['three.bin', 'four.bin'].map((name) => join(disk, name));
  for (const path of paths) writeFileSync(path, randomBytes(9 * MIB));
  await holdParts(page, 0);
  await choose(page, ...paths);
  await rowOf(page, 'three.bin').getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'three.bin').getByRole('button')).toHaveCount(0);
  await expect(tray.getByRole('listitem').locator('button:focus')).toHaveAccessibleName('Pause');
});

test('signing out asks before it stops uploads', async ({ page }) => {
  await world.open(page, 'signed out');
  const path = join(world.makeDisk('signed out'), 'one.bin');
  writeFileSync(path, randomBytes(9 * MIB));
  const release = await holdParts(page, 0);
  await choose(page, path);
  await expect(headlineOf(page, 'Uploading 0 of 1')).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out and stop 1 upload?' });
  await question.getByRole('button', { name: 'Keep uploading' }).click();
  await expect(question).toHaveCount(0);
  release();
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
});

test('the focus moves on when the card of the chosen files closes', async ({ page }) => {
  const release = await openSlowly(page);
  const folderId = await world.open(page, 'led on');
  const names = Array.from({ length: 150 }, (_, number) => `note ${number}.txt`);
  const card = page.getByRole('region', { name: 'Reading the chosen files…' });
  const cancel = card.getByRole('button', { name: 'Cancel' });
  const upload = page.getByRole('main').getByRole('button', { name: 'New', exact: true });
  await chooseOwn(page, names);
  await expect(upload).toBeFocused();
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  await expect(upload).toBeFocused();
  await release();
  await chooseOwn(page, names.slice(0, 5));
  await expect(headlineOf(page, '5 files uploaded')).toBeVisible();
  await trayOf(page).getByRole('button', { name: 'Close' }).click();
  expect(Object.keys(await treeOf(world.person, folderId)).toSorted()).toEqual(names.slice(0, 5));
});

test('the tray takes the focus of the card it replaces, whose Cancel no longer works', async ({ page }) => {
  const release = await openSlowly(page);
  await world.open(page, 'taken over');
  const names = Array.from({ length: 150 }, (_, number) => `note ${number}.txt`);
  await chooseOwn(page, names);
  const cancel = page
    .getByRole('region', { name: 'Reading the chosen files…' })
    .getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  await cancel.evaluate((button) => {
    const states: (string | null)[] = [];
    new MutationObserver(() => states.push(button.ariaDisabled)).observe(button, { attributes: true });
    Object.assign(window, { states });
  });
  await release();
  await expect(trayOf(page).getByRole('list', { name: 'Transfers' })).toBeFocused();
  expect(await page.evaluate(() => Reflect.get(window, 'states'))).toEqual(['true']);
  await expect(headlineOf(page, '150 files uploaded')).toBeVisible({ timeout: 120_000 });
});
