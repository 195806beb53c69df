import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';
import { openFilesAs } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('moments'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id } = await ada.call('createFolder', {
    body: { parentId: personalSpace.rootId, name: 'Letters' },
  });
  await ada.upload(id, 'first.txt', Buffer.from('first'));
  await ada.upload(id, 'second.txt', Buffer.from('second'));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the last changed file comes first, opens over the list and links to its folder', async ({ page }) => {
  await openFilesAs(page, coffer);
  await navigation(page).getByRole('link', { name: 'Recent' }).click();
  const files = page.getByRole('list', { name: 'Recent files' });
  await expect(files.locator('[data-hit]')).toHaveText(['second.txt', 'first.txt']);
  await files.locator('[data-hit]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'first.txt' });
  await expect(preview.getByText('first', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await page.getByRole('link', { name: 'Show first.txt in its folder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^first\.txt/ })).toHaveAttribute('aria-selected', 'true');
});

test('a star is given by key and by menu, is shown in the list, and lasts', async ({ page }) => {
  await openFilesAs(page, coffer);
  await navigation(page).getByRole('link', { name: 'Starred' }).click();
  await expect(page.getByText('No starred items')).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Files' }).click();
  const folder = page.getByRole('row', { name: /^Letters/ });
  await folder.focus();
  await page.keyboard.press('*');
  await expect(page.getByRole('row', { name: /^Letters.*, starred$/ })).toBeVisible();
  await folder.getByRole('link', { name: 'Letters' }).click();
  await page.getByRole('row', { name: /^second\.txt/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Star' }).click();
  await expect(page.getByRole('row', { name: /^second\.txt.*, starred$/ })).toBeVisible();

  await navigation(page).getByRole('link', { name: 'Starred' }).click();
  const items = page.getByRole('list', { name: 'Starred items' });
  await expect(items.locator('[data-hit]')).toHaveText(['second.txt', 'Letters']);
  // The row stays, so that the star can be given again. Quick changes arrive in their order, also when the page is left at once.
  await page.getByRole('button', { name: 'Remove star from second.txt' }).click();
  await page.getByRole('button', { name: 'Star second.txt' }).click();
  await page.getByRole('button', { name: 'Remove star from second.txt' }).click();
  await expect(page.getByRole('button', { name: 'Star second.txt' })).toBeFocused();
  await page.reload();
  await expect(items.locator('[data-hit]')).toHaveText(['Letters']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('five tabs fit, and the last opens the other places', async ({ page }) => {
    await openFilesAs(page, coffer);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const tabs = navigation(page);
      expect(await tabs.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
      await expect(tabs.getByRole('link', { name: 'Trash' })).toBeHidden();
      await tabs.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('menuitem', { name: 'Trash' }).tap();
      await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
      await expect(tabs.getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'page');
      await tabs.getByRole('link', { name: 'Files' }).tap();
      await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
    }
  });
});

test('the storage used leads to the largest files, which are opened, thrown away and brought back', async ({
  page,
}) => {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await ada.upload(personalSpace.rootId, 'large.txt', Buffer.alloc(2_000_000, 'large '));
  await ada.upload(personalSpace.rootId, 'larger.txt', Buffer.alloc(3_000_000, 'larger '));
  await openFilesAs(page, coffer);
  await page.getByRole('link', { name: /used$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Largest files' })).toBeVisible();
  const hits = page.getByRole('list', { name: 'Largest files' }).locator('[data-hit]');
  await expect(hits).toHaveText(['larger.txt', 'large.txt']);
  await page.getByRole('link', { name: 'larger.txt', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'larger.txt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const sizes = page.getByRole('list', { name: 'Largest files' }).getByText(/^ · [23] MB$/);
  await expect(sizes.filter({ visible: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Move “larger.txt” to the trash' }).click();
  await expect(hits).toHaveText(['large.txt']);
  await expect(hits).toBeFocused();
  await expect(page.getByRole('link', { name: '1 item in the trash, 3 MB' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(hits).toHaveText(['larger.txt', 'large.txt']);
  await page.getByRole('button', { name: 'Move “larger.txt” to the trash' }).click();
  await expect(hits).toHaveText(['large.txt']);
  await page.getByRole('button', { name: 'Move “large.txt” to the trash' }).click();
  await expect(hits).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Largest files' })).toBeFocused();
});
