// docs/decisions/0153-folders-are-merged.md
import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTreeWorld, row, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a folder is merged into one of its name, its effect is told before, and Undo takes it apart', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'merged', ['a.txt']);
  const put = async (parentId: typeof folderId, name: string, words: string) =>
    await world.person.upload(parentId, name, Buffer.from(words));
  const existing = (await world.makeFolder(reports, 'Trip')).id;
  const source = (await world.makeFolder(folderId, 'Trip')).id;
  await put(existing, 'one.txt', 'old');
  await put((await world.makeFolder(existing, 'Sea')).id, 'deep.txt', 'old');
  await put(source, 'one.txt', 'new');
  await put(source, 'two.txt', 'new');
  await put((await world.makeFolder(source, 'Sea')).id, 'other.txt', 'new');

  await row(page, 'Trip').click();
  await page.keyboard.press('Control+c');
  await row(page, 'Reports').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(row(page, 'Trip')).toBeVisible();
  await page.keyboard.press('Control+v');
  const asked = page.getByRole('dialog', { name: '“Trip” already exists in Reports' });
  await asked.getByRole('radio', { name: 'Merge' }).check({ force: true });
  await expect(asked.getByText('3 items are copied into the existing folder.')).toBeVisible();
  await expect(asked.getByText('1 name inside is taken too.')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(toast(page, '“Trip” merged with the folder in Reports')).toBeVisible();
  expect(await world.names(existing)).toEqual(['Sea', 'one (2).txt', 'one.txt', 'two.txt']);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => await world.names(existing)).toEqual(['Sea', 'one.txt']);

  await page.goBack();
  // Focused, not selected.
  await row(page, 'Trip').focus();
  await page.keyboard.press('Control+x');
  await row(page, 'Reports').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.keyboard.press('Control+v');
  await asked.getByRole('radio', { name: 'Merge' }).check({ force: true });
  await expect(asked.getByText('A folder that is left empty goes to the trash.')).toBeVisible();
  await asked.getByRole('radio', { name: 'Keep newer' }).check({ force: true });
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, '“Trip” merged with the folder in Reports')).toBeVisible();
  expect(await world.names(existing)).toEqual(['Sea', 'one.txt', 'two.txt']);
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt']);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => await world.names(folderId)).toEqual(['Reports', 'Trip', 'a.txt']);
  expect(await world.names(existing)).toEqual(['Sea', 'one.txt']);
  expect(await world.names(source)).toEqual(['Sea', 'one.txt', 'two.txt']);
});
