import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { row, startTreeWorld, type TreeWorld } from '../tree/tree-world.ts';

let world: TreeWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await startTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('commands act on the selection and lead to pages, by keyboard alone', async ({ page }) => {
  const { folderId } = await world.fill(page, 'commanded', ['plan.txt', 'planet.txt']);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search names and commands' });
  await expect(field).toBeFocused();
  await expect(option(page, 'New folder')).toHaveAttribute('aria-selected', 'true');
  await expect(option(page, 'Rename')).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/palette-light.png' });
  await field.fill('new fold');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('From the palette');
  await page.keyboard.press('Enter');
  await expect(row(page, 'From the palette')).toBeFocused();
  // Rename acts on the selected row, and the editor keeps the focus.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Selected items' })).toBeVisible();
  await field.fill('rename');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name for From the palette' })).toBeFocused();
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Renamed')).toBeFocused();
  expect(await world.names(folderId)).toContain('Renamed');
  // Names come first, and Ctrl+Enter shows the row.
  await page.keyboard.press('Control+k');
  await field.fill('planet');
  await expect(option(page, 'planet.txt')).toHaveAttribute('aria-selected', 'true');
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/palette-names.png' });
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'planet.txt')).toBeFocused();
  await page.keyboard.press('Control+k');
  await field.fill('>planet');
  await expect(page.getByText('Nothing matches “>planet”')).toBeVisible();
  await field.fill('>storage');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/storage$/);
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Here is no list: its commands are gone.
  await page.keyboard.press('Control+k');
  await expect(option(page, 'Home')).toBeVisible();
  await expect(option(page, 'New folder')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('on a phone, in the dark and in Arabic', async ({ page }) => {
  await world.fill(page, 'looks', ['plan.txt']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  await page.reload();
  await expect(page.getByRole('link', { name: 'plan.txt' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/palette-arabic.png' });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.screenshot({ path: 'test-results/palette-phone.png' });
  // Latin commands are not among the Arabic ones; a word without its marks is found.
  await page.keyboard.type('مجلد جديد');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
});

function option(page: Page, name: string): Locator {
  return page.getByRole('option', { name: new RegExp(`^${name}`) });
}
