import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { choose, holdParts, joinTransferWorld, type TransferWorld, trayOf } from './transfers-world.ts';

const MIB = 1024 * 1024;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('grid', { name: 'All uploads' }).getByRole('row', { name: new RegExp(`^${name}`) });
}

function headline(page: Page, words: string | RegExp): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2, name: words });
}

function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true });
}

/** Larger than one part, so that they stay on their way while parts are held. */
function writeDisk(): readonly string[] {
  const disk = world.makeDisk('queue');
  const large = ['first.bin', 'second.bin'].map((name) => ({ name, bytes: 9 * MIB }));
  const refused = Array.from({ length: 25 }, (_, at) => ({ name: `name ${at}.`, bytes: 4 }));
  return [...large, ...refused].map(({ name, bytes }) => {
    const path = join(disk, name);
    writeFileSync(path, Buffer.alloc(bytes, name));
    return path;
  });
}

test('the page of transfers shows what runs, waits, failed and is done, and acts on all of it', async ({
  page,
}) => {
  page.setDefaultTimeout(60_000);
  await world.open(page, 'queue');
  const open = await holdParts(page, 0);
  const paths = writeDisk();
  await choose(page, ...paths);

  await test.step('the tray leads there, and gives way to it', async () => {
    await trayOf(page).getByRole('link', { name: 'All transfers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
    await expect(headline(page, 'Uploading 0 of 27')).toBeVisible();
    await expect(trayOf(page)).toBeHidden();
  });

  await test.step('failures of one cause are one item with one way out', async () => {
    const item = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');
    await expect(item).toHaveCount(1);
    await expect(item).toContainText('Couldn’t upload 25 files');
    await expect(item).toContainText('or end with a dot');
    await item.getByRole('button', { name: 'Show only these 25 files' }).click();
    await expect(page.getByRole('status').filter({ hasText: '25 files' })).toBeVisible();
    await expect(rowOf(page, 'first.bin')).toHaveCount(0);
    await item.getByRole('button', { name: 'Show all' }).click();
    await item.getByRole('button', { name: 'Dismiss these 25 files' }).click();
    const question = page.getByRole('alertdialog', { name: 'Cancel 25 uploads?' });
    await question.getByRole('button', { name: 'Keep uploading' }).click();
    await expect(item).toHaveCount(1);
    await item.getByRole('button', { name: 'Dismiss these 25 files' }).click();
    await question.getByRole('button', { name: 'Cancel 25 uploads' }).click();
    await expect(item).toHaveCount(0);
  });

  await test.step('all are paused, and one goes on by the keyboard', async () => {
    await button(page, 'Pause all').click();
    await expect(headline(page, 'Paused: 0 of 2 uploaded')).toBeVisible();
    await expect(rowOf(page, 'second.bin')).toHaveAccessibleName(/Paused at/);
    await rowOf(page, 'first.bin').focus();
    await page.keyboard.press('Space');
    await button(page, 'Resume').press('Enter');
    await expect(headline(page, 'Uploading 0 of 2')).toBeVisible();
    await expect(button(page, 'Pause')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('rows are found by name and by state', async () => {
    await page.getByRole('searchbox', { name: 'Find by name or folder' }).fill('SECOND');
    await expect(rowOf(page, 'first.bin')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Paused · 1' });
    await expect(rowOf(page, 'second.bin')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find by name or folder' }).fill('nothing of that');
    await expect(page.getByText('No transfer matches')).toBeVisible();
    await button(page, 'Show all').click();
    await expect(rowOf(page, 'first.bin')).toBeVisible();
  });

  await test.step('home tells of it, and the palette leads back', async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /^Uploading 0 of 2/ })).toBeVisible();
    await expect(trayOf(page)).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('transfers');
    await page.getByRole('dialog').getByRole('option', { name: 'Transfers' }).first().click();
    await expect(rowOf(page, 'first.bin')).toBeVisible();
  });

  await test.step('after a reload the files are chosen again, and what is done leads to its folder', async () => {
    page.once('dialog', (leaving) => void leaving.accept());
    await page.reload();
    await expect(headline(page, '2 uploads were interrupted')).toBeVisible();
    const item = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');
    await expect(item).toContainText(/Choose .*first\.bin.* and .*second\.bin.* again to continue/);
    open();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      item.getByRole('button', { name: 'Choose files again' }).click(),
    ]);
    await chooser.setFiles(paths.slice(0, 2));
    await expect(headline(page, '2 files uploaded')).toBeVisible({ timeout: 120_000 });
    await expect(rowOf(page, 'first.bin').getByRole('link', { name: 'queue' })).toBeVisible();
    await rowOf(page, 'first.bin').getByRole('button', { name: 'Actions for first.bin' }).click();
    await page.getByRole('menuitem', { name: 'Show in folder' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'queue' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^first\.bin/, selected: true })).toBeVisible();
  });

  await test.step('cleared, nothing is on its way', async () => {
    await page.goBack();
    await button(page, 'Clear finished').click();
    await expect(page.getByRole('heading', { name: 'Nothing is on its way' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});
