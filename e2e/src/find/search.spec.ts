import type { NodeId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';

const text = (content: string): Buffer => Buffer.from(content);

/** Returns the id of the receipts. */
async function fill(coffer: CofferProcess): Promise<NodeId> {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const folder = async (name: string, parentId = personalSpace.rootId) =>
    (await ada.call('createFolder', { body: { parentId, name } })).id;
  const plans = await folder('Harbour', await folder('Garden'));
  await ada.upload(plans, 'Planting plan.txt', text('beds'));
  const receipts = await ada.upload(plans, 'Café receipts.txt', text('coffee'));
  await ada.upload(personalSpace.rootId, 'صور أحمد.txt', text('pictures'));
  const old = await folder('Old things');
  await ada.upload(old, 'Planting 1999.txt', text('old'));
  await ada.call('trashNodes', { body: { ids: [old] } });
  return receipts.id;
}

async function signIn(page: Page, coffer: CofferProcess): Promise<void> {
  await page.goto(coffer.url);
  await page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Garden' })).toBeVisible();
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const option = (page: Page, name: string) => page.getByRole('option', { name });

test('a person finds files by keyboard alone: with typos, without accents, in Arabic, in the trash and in their folder', async ({
  page,
}) => {
  await using data = await createDataFolder('find');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
  const receipts = await fill(coffer);
  await signIn(page, coffer);

  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  for (const [typed, found] of [
    ['plantin plam', 'Planting plan.txt'],
    ['cafe', 'Café receipts.txt'],
    ['احمد', 'صور أحمد.txt'],
    ['HARBOUR', 'Harbour'],
  ] as const) {
    await box(page).fill(typed);
    await expect(option(page, found)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');

  await page.keyboard.type('planting');
  await expect(option(page, 'Planting plan.txt')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'Planting plan.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+Enter');
  const row = page.getByRole('row', { name: 'Planting plan.txt' });
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(row).toBeInViewport();

  await page.keyboard.press('/');
  await expect(page.getByRole('button', { name: 'In this folder', pressed: true })).toBeVisible();
  await page.keyboard.type('words');
  await page.evaluate(() => history.replaceState(history.state, '', `${location.pathname}?seen=1`));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
  await expect(box(page)).toHaveValue('words');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: 'In this folder', pressed: false })).toBeVisible();
  await page.keyboard.type('planting');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “planting”' })).toBeVisible();
  const results = page.getByRole('list', { name: 'Search results' });
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await expect(results.locator('mark')).toHaveText('Planting');
  await results.getByRole('link', { name: 'Planting plan.txt', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Planting plan.txt' }).getByText('beds')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(results).toBeVisible();

  await page.getByRole('button', { name: 'Trash', exact: true }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Only in trash' }).press('Enter');
  await expect(results.getByRole('link', { name: 'Planting 1999.txt', exact: true })).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/trash=only/);

  await page.goto(`${coffer.url}/search?q=zzzzzz`);
  await expect(page.getByRole('heading', { name: 'No results for “zzzzzz”' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Include trash' })).toBeVisible();

  // The address of a file that is no hit any more, such as after a rename.
  await page.goto(`${coffer.url}/search?q=garden&view=${receipts}`);
  await expect(page.getByRole('dialog', { name: 'Café receipts.txt' })).toContainText('coffee');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a button opens the box over the bar, and a hit opens by touch', async ({ page }) => {
    await using data = await createDataFolder('find-phone');
    await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
    await welcome(coffer);
    await fill(coffer);
    await signIn(page, coffer);
    await page.getByRole('button', { name: 'Search' }).tap();
    await expect(box(page)).toBeFocused();
    await page.getByRole('button', { name: 'Close search' }).tap();
    await expect(page.getByRole('button', { name: 'Account' })).toBeInViewport();
    await page.getByRole('button', { name: 'Search' }).tap();
    await box(page).fill('harb');
    await option(page, 'Harbour').tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Planting plan.txt' })).toBeVisible();
  });
});
