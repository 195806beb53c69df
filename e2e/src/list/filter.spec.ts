import { expect, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { row, joinTreeWorld, type TreeWorld } from '../tree/tree-world.ts';

let world: TreeWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const FILES = ['Résumé.txt', 'resume old.txt', 'Rechnung.txt', 'photo.txt'];

test('a folder is filtered while typing, by keyboard, and its matches are selected and opened', async ({
  page,
}) => {
  const { folderId } = await world.fill(page, 'filtered', FILES);
  await page.keyboard.press('f');
  const field = page.getByRole('textbox', { name: 'Filter by name' });
  await expect(field).toBeFocused();
  await page.keyboard.type('RESUME');
  await expect(page.getByRole('status').filter({ hasText: '2 matches' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  await expect(row(page, 'Rechnung.txt')).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'resume old.txt')).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('2 selected')).toBeVisible();
  // The file is shown over its list, and Back leads to the same matches.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view\?filter=RESUME$/);
  await expect(page.getByRole('dialog').or(page.getByText('2 of 2')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`${folderId}\\?filter=RESUME$`));
  // Somebody adds a match: it appears.
  await world.person.upload(folderId, 'my resume.txt', Buffer.from('new'));
  await expect(row(page, 'my resume.txt')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('RESUME');
  await expect(row(page, 'my resume.txt')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Rechnung.txt')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${folderId}$`));
});

test('without a match the page says so and leads to the search', async ({ page }) => {
  await world.fill(page, 'no match', FILES);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('<b>nothing</b>');
  await expect(page.getByRole('heading', { name: 'No items match “<b>nothing</b>”' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await shoot(page, 'none');
  await page.getByRole('button', { name: 'Clear filter' }).last().click();
  await expect(row(page, 'photo.txt')).toBeVisible();
  await page.keyboard.press('f');
  await page.keyboard.type('zzz');
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(page).toHaveURL(/\/search\?q=zzz$/);
});

test('a letter that is a key begins a name when another follows, and is the key when none does', async ({
  page,
}) => {
  await world.fill(page, 'letters', ['alpha.txt', 'notes.txt', 'next.txt']);
  await row(page, 'alpha.txt').focus();
  await page.keyboard.type('not');
  await expect(row(page, 'notes.txt')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The run of letters is over.
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 'next.txt')).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('on a phone, in the dark and in Arabic', async ({ page }) => {
  await world.fill(page, 'looks', FILES);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  await page.goto(`${page.url()}?filter=re`);
  await expect(page.getByRole('link', { name: 'resume old.txt' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'التصفية حسب الاسم' })).toHaveValue('re');
  expect(await judge(page)).toEqual([]);
  await shoot(page, 'arabic');
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await judge(page)).toEqual([]);
  await shoot(page, 'phone');
});

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/filter-${name}.png` });
}
