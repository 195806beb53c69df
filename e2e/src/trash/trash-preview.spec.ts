import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { enterWhereAsked, joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function trashRow(page: Page, name: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${name}`) });
}

test('files of the trash are looked at by keyboard and pointer, and nothing of them can be changed', async ({
  page,
}) => {
  const { person } = world;
  const folderId = await world.open(page, 'thrown away');
  const folder = await person.call('createFolder', { body: { parentId: folderId, name: 'old folder' } });
  const ids = [folder.id];
  for (const name of ['first.txt', 'second.txt']) {
    ids.push((await person.upload(folderId, name, Buffer.from(`words of ${name}`))).id);
  }
  await person.call('trashNodes', { body: { ids } });
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page, world.account);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await trashRow(page, 'first.txt').click();
  await page.keyboard.press(' ');
  const shown = page.getByRole('dialog', { name: 'first.txt' });
  await expect(shown.getByText('words of first.txt')).toBeVisible();
  await expect(shown.getByRole('button', { name: /Edit|Rename|Download|trash/ })).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('trash-preview.png') });
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('words of second.txt')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(trashRow(page, 'second.txt')).toBeFocused();
  // With several selected, the space bar selects as everywhere; a folder has nothing to look at.
  await trashRow(page, 'first.txt').click();
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press(' ');
  await expect(page.getByText('2 selected')).toBeVisible();
  await trashRow(page, 'old folder').click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await trashRow(page, 'second.txt').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Preview' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  await expect(page.getByText('words of second.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(trashRow(page, 'second.txt')).toBeVisible();
});
