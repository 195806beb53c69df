// docs/decisions/0061-copies-refer-to-objects.md
import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { wordsOf } from '../words.ts';
import { messages, row, startTreeWorld, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;

test.beforeAll(async () => {
  world = await startTreeWorld({ environment: { COFFER_SPACE_QUOTA: '1 MiB' } });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a folder is copied with its contents by the row menu, and Undo trashes the copy', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'by menu', []);
  const inner = await world.makeFolder(reports, 'Spring');
  await world.person.upload(inner.id, 'plan.txt', Buffer.from('three gates'));
  const target = await world.makeFolder(folderId, 'Archive');
  await page.reload();
  await row(page, 'Reports').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy to…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy “Reports”' });
  await expect(dialog.getByRole('row', { name: 'Reports' })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('row', { name: 'Archive' }).click();
  await expect(dialog.getByText('No folders in here')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, 'Copied “Reports” to Archive')).toBeVisible();
  await expect(row(page, 'Reports')).toBeVisible();
  const [copy] = await world.itemsOf(target.id);
  const [spring] = await world.itemsOf(copy?.id ?? target.id);
  const [plan] = await world.itemsOf(spring?.id ?? target.id);
  expect(String(await world.person.download(plan?.id ?? target.id))).toBe('three gates');
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Copy of “Reports” moved to trash')).toBeVisible();
  expect(await world.names(target.id)).toEqual([]);
  expect(await world.names(folderId)).toEqual(['Archive', 'Reports']);
});

test('by keys alone a selection is copied and pasted as often as one likes', async ({ page }) => {
  const { reports } = await world.fill(page, 'by keys', ['a.txt', 'b.txt']);
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await page.keyboard.press('Control+c');
  await expect(toast(page, '2 items are ready to paste.')).toBeVisible();
  await row(page, 'Reports').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(toast(page, 'Copied 2 items to Reports')).toBeVisible();
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'b.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+v');
  const asked = page.getByRole('dialog', { name: '2 names already exist in Reports' });
  await expect(asked.getByText('Adds a number to the copy’s name.')).toBeVisible();
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(row(page, 'b \\(2\\).txt')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a (2).txt', 'a.txt', 'b (2).txt', 'b.txt']);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of ['Copy', 'Duplicate']) {
    await expect(help.getByText(words, { exact: true })).toBeVisible();
  }
});

test('a duplicate is made next to its original, by key and by menu, and Ctrl+Z undoes it', async ({
  page,
}) => {
  const { folderId } = await world.fill(page, 'duplicate', ['a.txt']);
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+d');
  await expect(row(page, 'a \\(2\\).txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'a \\(2\\).txt')).toHaveCount(0);
  await row(page, 'Reports').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
  await expect(row(page, 'Reports \\(2\\)')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'Reports (2)', 'a.txt']);
});

test('name conflicts are asked about once, and replaced files are restored by Undo', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'conflicts', ['a.txt', 'b.txt']);
  for (const name of ['a.txt', 'b.txt']) await world.person.upload(reports, name, Buffer.from('old'));
  await row(page, 'a.txt').click();
  await row(page, 'b.txt').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Copy to…' }).click();
  await page.getByRole('dialog').getByRole('row', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Copy here' }).click();
  const asked = page.getByRole('dialog', { name: '2 names already exist in Reports' });
  await expect(asked.getByRole('radio', { name: 'Keep both' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(asked.getByRole('radio', { name: 'Replace' })).toBeChecked();
  expect(await judge(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Copied 2 items to Reports')).toBeVisible();
  const [copied] = await world.itemsOf(reports);
  expect(String(await world.person.download(copied?.id ?? reports))).toBe('a.txt');
  await page.keyboard.press('Control+z');
  await expect(toast(page, '2 copies moved to trash')).toBeVisible();
  const [old] = await world.itemsOf(reports);
  expect(String(await world.person.download(old?.id ?? reports))).toBe('old');
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt', 'b.txt']);
});

test('a file is copied to another space, and a full space says how much is missing', async ({ page }) => {
  const team = await world.person.call('createSpace', { body: { name: 'Field team', color: 'green' } });
  const { folderId } = await world.fill(page, 'other space', ['a.txt']);
  const large = await world.person.upload(folderId, 'large.bin', Buffer.alloc(2_500_000));
  await page.reload();
  await row(page, 'a.txt').click();
  await page.getByRole('button', { name: 'Copy to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy “a.txt”' });
  await dialog.getByRole('button', { name: 'Spaces' }).click();
  const spaces = dialog.getByRole('grid', { name: 'Spaces and shared folders you can add to' });
  await expect(spaces.getByRole('row')).toHaveText(['Files', 'Field team']);
  await expect(dialog.getByRole('button', { name: 'Copy here' })).toBeDisabled();
  expect(await judge(page)).toEqual([]);
  await spaces.getByRole('row', { name: 'Field team' }).click();
  await expect(dialog.locator('[aria-current="location"]')).toHaveText('Field team');
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(toast(page, 'Copied “a.txt” to Field team')).toBeVisible();
  expect(await world.names(team.rootId)).toEqual(['a.txt']);
  await row(page, large.name).click();
  await page.getByRole('button', { name: 'Copy to…' }).click();
  await page.getByRole('button', { name: 'Spaces' }).click();
  await page.getByRole('row', { name: 'Field team' }).click();
  await page.getByRole('button', { name: 'Copy here' }).click();
  await expect(
    toast(
      page,
      'Couldn’t copy “large.bin”. Not enough storage space in Field team. 2.5 MB needed, 1 MB free.',
    ),
  ).toBeVisible();
  expect(await world.names(team.rootId)).toEqual(['a.txt']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the dialog is a sheet with everything in reach, in Arabic too', async ({ page }) => {
    const { reports } = await world.fill(page, 'by thumb', ['a.txt']);
    const say = wordsOf('ar');
    await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
    await page.reload();
    const file = page.getByRole('main').getByRole('row').filter({ hasText: 'a.txt' });
    await file.getByRole('button').last().tap();
    await page.getByRole('menuitem', { name: say('browse.copy') }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveCSS('direction', 'rtl');
    await dialog.getByRole('row', { name: 'Reports' }).tap();
    const copy = dialog.getByRole('button', { name: say('place.copy.here') });
    await expect(copy).toBeInViewport({ ratio: 1 });
    expect(await judge(page)).toEqual([]);
    await copy.tap();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => await world.names(reports)).toEqual(['a.txt']);
  });
});
