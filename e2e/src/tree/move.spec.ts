import type { NodeView, OperationResponse } from '@coffer/contracts';
import { expect, type Locator, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { wordsOf } from '../words.ts';
import { messages, row, joinTreeWorld, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('an item is moved into a nested folder by the row menu, and restored by Undo', async ({ page }) => {
  const { reports } = await world.fill(page, 'by menu', ['plan.txt']);
  await world.makeFolder(reports, 'Spring');
  await row(page, 'plan.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Move to…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Move “plan.txt”' });
  await expect(dialog.getByText('The item is already in this folder.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled();
  await dialog.getByRole('row', { name: 'Reports' }).click();
  await dialog.getByRole('row', { name: 'Spring' }).click();
  await expect(dialog.getByText('No folders in here')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reports' }).click();
  await expect(dialog.getByRole('row', { name: 'Spring' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'plan.txt')).toHaveCount(0);
  await expect(toast(page, 'Moved “plan.txt” to Reports')).toBeVisible();
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'plan.txt')).toBeVisible();
  await expect(toast(page, 'Moved “plan.txt” back')).toBeVisible();
  expect(await world.names(reports)).toEqual(['Spring']);
});

test('a selection is moved by the bar, never into itself, and a new folder is created on the way', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'by bar', ['a.txt', 'b.txt']);
  await world.makeFolder(folderId, 'Other');
  await page.reload();
  await row(page, 'Reports').click();
  await row(page, 'b.txt').click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 items' });
  await expect(dialog.getByRole('row', { name: 'Reports' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('row', { name: 'Reports' })).toContainText('Being moved');
  await dialog.getByRole('row', { name: 'Other' }).click();
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill('Archive');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[aria-current="location"]')).toHaveText('Archive');
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(toast(page, 'Moved 2 items to Archive')).toBeVisible();
  await expect(row(page, 'Reports')).toHaveCount(0);
  await expect(row(page, 'a.txt')).toBeVisible();
  expect((await nodeOf(reports)).name).toBe('Reports');
});

test('rows are dragged onto a folder and onto the path, and Ctrl+Z takes that back', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'by mouse', ['a.txt', 'b.txt', 'c.txt']);
  await row(page, 'a.txt').click();
  await row(page, 'b.txt').click({ modifiers: ['Control'] });
  await row(page, 'a.txt').dragTo(row(page, 'Reports'));
  await expect(toast(page, 'Moved 2 items to Reports')).toBeVisible();
  await expect(row(page, 'a.txt')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'b.txt')).toBeVisible();
  await row(page, 'c.txt').dragTo(row(page, 'Reports'));
  await expect(row(page, 'c.txt')).toHaveCount(0);
  await row(page, 'Reports').getByRole('link').click();
  await expect(row(page, 'c.txt')).toBeVisible();
  await row(page, 'c.txt').dragTo(
    page.getByRole('navigation', { name: 'Folder path' }).getByText('by mouse'),
  );
  await expect(toast(page, 'Moved “c.txt” to by mouse')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt', 'b.txt', 'c.txt']);
  expect(await world.names(reports)).toEqual([]);
});

test('a folder that is dragged onto itself stays where it is', async ({ page }) => {
  const { folderId } = await world.fill(page, 'onto itself', []);
  await row(page, 'Reports').dragTo(row(page, 'Reports'));
  expect(await world.names(folderId)).toEqual(['Reports']);
});

test('cut and paste move a selection by keys alone, and what arrives is selected and in sight', async ({
  page,
}) => {
  const { reports } = await world.fill(page, 'by keys', ['a.txt', 'b.txt']);
  for (let number = 0; number < 60; number += 1) await world.makeFolder(reports, `folder ${number}`);
  await page.goto(page.url());
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await page.keyboard.press('Control+x');
  await expect(toast(page, '2 items cut. Paste them into another folder.')).toBeVisible();
  await row(page, 'Reports').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(row(page, 'folder 0')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(toast(page, 'Moved 2 items to Reports')).toBeVisible();
  await expect(row(page, 'a.txt')).toBeInViewport();
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'b.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
});

test('the focused row is cut where nothing is selected, and stays cut until it has gone somewhere', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'by focus', ['a.txt']);
  await row(page, 'Reports').focus();
  await page.keyboard.press('Control+x');
  await expect(toast(page, '1 item cut. Paste it into another folder.')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(toast(page, 'The item is already in this folder.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(toast(page, /Couldn’t move “Reports”/)).toBeVisible();
  await page.goBack();
  const other = (await world.makeFolder(folderId, 'Other')).id;
  await row(page, 'Other').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Other' })).toBeVisible();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('checkbox').focus();
  await page.keyboard.press('Control+v');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Control+v');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await world.names(other)).toEqual([]);
  await page.keyboard.press('Control+v');
  await expect(toast(page, 'Moved “Reports” to Other')).toBeVisible();
  expect((await nodeOf(reports)).parentId).toBe(other);
});

test('more folders come below those that are there, also after a failure', async ({ page }) => {
  const { reports } = await world.fill(page, 'pages', ['a.txt']);
  for (const name of ['Autumn', 'Spring', 'Winter']) await world.makeFolder(reports, name);
  let isBroken = true;
  await page.route(`**/api/v1/nodes/${reports}/children?*`, async (route) => {
    const address = new URL(route.request().url());
    const at = Number(address.searchParams.get('at'));
    if (at > 0 && isBroken) return await route.fulfill({ status: 404, json: NOT_FOUND });
    address.searchParams.set('at', '0');
    const response = await route.fetch({ url: address.href });
    const body: unknown = await response.json();
    const { items, ...rest } = body as OperationResponse<'listChildren'>;
    await route.fulfill({ response, json: { ...rest, items: at > 0 ? items.slice(1) : items.slice(0, 1) } });
  });
  await row(page, 'a.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Move to…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Move “a.txt”' });
  await dialog.getByRole('row', { name: 'Reports' }).click();
  await dialog.getByRole('button', { name: 'Show more' }).press('Enter');
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect(again).toBeFocused();
  await expect(dialog.getByRole('row', { name: 'Autumn' })).toBeVisible();
  isBroken = false;
  await again.press('Enter');
  await expect(dialog.getByRole('row', { name: 'Spring' })).toBeFocused();
  await expect(dialog.getByRole('row')).toHaveCount(3);
  await expect(again).toHaveCount(0);
});

test('the dialog is used by keyboard alone, and help lists its key', async ({ page }) => {
  const { reports } = await world.fill(page, 'keyboard', ['a.txt']);
  await world.makeFolder(reports, 'Inner');
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move “a.txt”' });
  await expect(dialog.getByRole('row', { name: 'Reports' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: 'Inner' })).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(dialog.getByRole('row', { name: 'Reports' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: 'Inner' })).toBeFocused();
  const move = dialog.getByRole('button', { name: 'Move here' });
  for (let presses = 0; presses < 8 && !(await isFocused(move)); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Moved “a.txt” to Reports')).toBeVisible();
  expect(await world.names(reports)).toEqual(['Inner', 'a.txt']);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of ['Move to another folder', 'Cut', 'Paste']) {
    await expect(help.getByText(words, { exact: true })).toBeVisible();
  }
});

test('the dialog finds a folder by its name, and none below what is moved', async ({ page }) => {
  const { reports } = await world.fill(page, 'by name', ['a.txt']);
  const harvest = await world.makeFolder(reports, 'Winter harvest');
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move “a.txt”' });
  const field = dialog.getByRole('searchbox', { name: 'Find a folder' });
  const found = dialog.getByRole('grid', { name: 'Folders found' }).getByRole('row');
  await field.fill('no such folder');
  await expect(dialog.getByText('No folder found')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled();
  await field.press('Escape');
  await expect(dialog.getByRole('row', { name: 'Reports' })).toBeVisible();
  await field.fill('winter harv');
  await expect(dialog.getByText('1 folder found')).toBeVisible();
  await expect(found).toHaveText(/Winter harvest.*by name.*Reports/);
  expect(await judge(page)).toEqual([]);
  await field.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('No folders in here')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(toast(page, 'Moved “a.txt” to Winter harvest')).toBeVisible();
  expect(await world.names(harvest.id)).toEqual(['a.txt']);

  await row(page, 'Reports').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  await page.getByRole('searchbox', { name: 'Find a folder' }).fill('winter harv');
  const inside = page
    .getByRole('dialog', { name: 'Move “Reports”' })
    .getByRole('row', { name: 'Winter harvest' });
  await expect(inside).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('searchbox', { name: 'Find a folder' }).press('Enter');
  await expect(inside).toBeVisible();
});

test('taken names are asked about once; kept, replaced and skipped items are where they were said to be', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'conflicts', ['a.txt', 'b.txt', 'c.txt']);
  for (const name of ['a.txt', 'b.txt']) await world.person.upload(reports, name, Buffer.from('old'));
  const move = async (): Promise<Locator> => {
    await row(page, 'a.txt').click();
    await row(page, 'b.txt').click({ modifiers: ['Shift'] });
    await row(page, 'b.txt').dragTo(row(page, 'Reports'));
    const asked = page.getByRole('dialog', { name: '2 names already exist in Reports' });
    await expect(asked).toBeVisible();
    return asked;
  };
  const skipping = await move();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(skipping).toHaveCount(0);
  expect(await world.names(reports)).toEqual(['a.txt', 'b.txt']);
  const keeping = await move();
  await keeping.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Moved 2 items to Reports')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a (2).txt', 'a.txt', 'b (2).txt', 'b.txt']);
  // The message comes before the list without them.
  await expect(row(page, 'a.txt')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'a.txt')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt', 'b.txt', 'c.txt']);
  const replacing = await move();
  await replacing.getByRole('radio', { name: 'Replace' }).check({ force: true });
  await replacing.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Moved 2 items to Reports')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a.txt', 'b.txt']);
  await expect(row(page, 'b.txt')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'b.txt')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a.txt', 'b.txt']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the dialog is a sheet at the bottom with everything in reach', async ({ page }) => {
    const { reports } = await world.fill(page, 'by thumb', ['a.txt']);
    await row(page, 'a.txt').getByRole('button', { name: 'Actions for a.txt' }).tap();
    await page.getByRole('menuitem', { name: /^Move to…/ }).tap();
    const dialog = page.getByRole('dialog', { name: 'Move “a.txt”' });
    await dialog.getByRole('row', { name: 'Reports' }).tap();
    const move = dialog.getByRole('button', { name: 'Move here' });
    await expect(move).toBeInViewport({ ratio: 1 });
    const box = await dialog.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(840);
    await move.tap();
    await expect(toast(page, 'Moved “a.txt” to Reports')).toBeVisible();
    expect(await world.names(reports)).toEqual(['a.txt']);
  });
});

test('in Arabic the same works from right to left', async ({ page }) => {
  const say = wordsOf('ar');
  await world.fill(page, 'arabic', ['a.txt']);
  await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  await page.reload();
  const list = page.getByRole('main').getByRole('row');
  const file = list.filter({ hasText: 'a.txt' });
  await file.click({ button: 'right' });
  await page.getByRole('menuitem', { name: say('browse.move') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: 'Reports' }).click();
  await expect(dialog.getByText(say('move.empty'))).toBeVisible();
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await dialog.getByRole('button', { name: say('place.move.here') }).click();
  await expect(file).toHaveCount(0);
  await expect(list.filter({ hasText: 'Reports' })).toBeVisible();
});

async function nodeOf(nodeId: NodeView['id']): Promise<NodeView> {
  return await world.person.call('getNode', { params: { nodeId } });
}

async function isFocused(control: Locator): Promise<boolean> {
  return await control.evaluate((element) => element === document.activeElement);
}

const NOT_FOUND = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  code: 'node_not_found',
  requestId: 'none',
};
