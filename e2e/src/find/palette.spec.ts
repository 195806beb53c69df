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

test('Enter right after typing waits for the names, which come before the commands', async ({ page }) => {
  await world.fill(page, 'awaited', ['signature.pdf', 'budget.txt', 'budget 2024.txt']);
  const release = await holdSearch(page);
  const field = page.getByRole('combobox', { name: 'Search names and commands' });
  await page.keyboard.press('Control+k');
  await field.fill('sign');
  await expect(option(page, 'Sign out')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/view$/);
  await expect(page.getByRole('heading', { level: 1, name: 'signature.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/\/view$/);
  // The hits of the earlier text are not offered for the later one.
  await page.keyboard.press('Control+k');
  await field.fill('budget');
  await expect(option(page, 'budget.txt')).toBeVisible();
  await page.keyboard.type(' 2024');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'budget 2024.txt' })).toBeVisible();
});

test('the chosen suggestion stays chosen when others come, and Enter opens no other', async ({ page }) => {
  await world.fill(page, 'suggested', ['harvest plan.txt', 'harvest.txt']);
  const release = await holdSearch(page, /[?&]q=harvest(\+|%20)plan/);
  const field = page.getByRole('combobox', { name: 'Search', exact: true });
  await page.keyboard.press('/');
  await field.fill('harvest');
  await expect(option(page, 'harvest.txt')).toBeVisible();
  await page.keyboard.type(' plan');
  await option(page, 'harvest.txt').hover();
  await expect(option(page, 'harvest.txt')).toHaveAttribute('aria-selected', 'true');
  release();
  await expect(option(page, 'harvest.txt')).toHaveCount(0);
  await expect(option(page, 'harvest plan.txt')).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?/);
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

/** Holds the searches until they are released. */
async function holdSearch(page: Page, those = /./): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/search\?/, async (route) => {
    if (route.request().resourceType() === 'fetch' && those.test(route.request().url())) await held.promise;
    await route.continue();
  });
  return held.resolve;
}

function option(page: Page, name: string): Locator {
  return page.getByRole('option', { name: new RegExp(`^${name}`) });
}
