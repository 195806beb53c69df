import type { NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { row } from '../tree/tree-world.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('home of an empty account leads to its files', async ({ page }) => {
  await world.open(page, 'nothing yet');
  await openHome(page);
  await expect(page).toHaveTitle('Home – Coffer');
  await expect(page.getByRole('heading', { level: 1, name: /^Good .+, Ada$/ })).toBeFocused();
  await expect(section(page, 'Recent').getByText('Nothing yet')).toBeVisible();
  await expect(section(page, 'Starred').getByText(/^Star files and folders/)).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await section(page, 'Recent').getByRole('link', { name: 'Open my files' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('home shows the newest files, the spaces with their use, and what is starred', async ({ page }) => {
  const folderId = await world.open(page, 'Harvest');
  const files: NodeView['id'][] = [];
  for (let number = 1; number <= 7; number += 1) {
    const { id } = await world.person.upload(folderId, `note ${number}.txt`, Buffer.from(`note ${number}`));
    files.push(id);
  }
  const [first] = files;
  if (first === undefined) throw new Error('no file');
  await world.person.call('addStar', { params: { nodeId: first } });
  const space = await world.person.call('createSpace', {
    body: { name: 'Harbour garden', description: 'Beds and paths', color: 'green' },
  });
  await openHome(page);
  const recent = section(page, 'Recent');
  await expect(recent.getByRole('listitem').first()).toContainText('note 7.txt');
  await expect(recent.getByRole('listitem').first()).toContainText('Harvest');
  expect(await recent.getByRole('listitem').filter({ visible: true }).count()).toBeLessThanOrEqual(5);
  const card = section(page, 'Spaces').getByRole('listitem').filter({ hasText: 'Harbour garden' });
  await expect(card).toContainText('Beds and paths');
  await expect(card.getByRole('meter')).toHaveAttribute('aria-valuetext', /^0 bytes of /);
  await expect(section(page, 'Starred').getByRole('listitem')).toHaveText(/note 1\.txt.*Harvest/s);
  await expect(section(page, 'Shared with you')).toContainText(/appear here/);
  const activity = section(page, 'Activity');
  await expect(activity.getByRole('listitem').first()).toContainText('Harbour garden');
  await expect(activity.getByRole('listitem').nth(1)).toContainText('Added note 1.txt and 6 more items');
  expect(await judge(page)).toEqual([]);

  await recent.getByRole('link', { name: 'note 7.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'note 7.txt' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  await card.getByRole('link').click();
  await expect(page).toHaveURL(`${world.coffer.url}/s/${space.id}`);
});

test('what is made or uploaded at home is in the personal space, selected and shown', async ({ page }) => {
  await world.open(page, 'made at home');
  await openHome(page);
  const menu = page.getByRole('main').getByRole('button', { name: 'New', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: /^New folder/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Ferry trip');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${world.coffer.url}/s/${world.spaceId}`);
  await expect(row(page, 'Ferry trip')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'Ferry trip')).toBeFocused();

  await openHome(page);
  await expect(menu).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: /^New Markdown file/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Packing list');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Packing list.md' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/s/${world.spaceId}/[^/]+/view#edit$`));

  await page.goto(`${world.coffer.url}/home`);
  await page.getByLabel('Upload files').setInputFiles({
    name: 'tickets.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('two adults'),
  });
  await expect(page).toHaveURL(`${world.coffer.url}/s/${world.spaceId}`);
  await expect(row(page, 'tickets.txt')).toBeVisible();
});

test('a failed section can be retried, and the others stay usable', async ({ page }) => {
  await world.open(page, 'failing');
  let isRefused = true;
  await page.route(/\/api\/v1\/starred/, async (route) => {
    await (isRefused ? route.fulfill({ status: 500, body: '' }) : route.continue());
  });
  await openHome(page);
  await expect(section(page, 'Spaces').getByText('Files')).toBeVisible();
  const retry = section(page, 'Starred').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  isRefused = false;
  await retry.click();
  await expect(section(page, 'Starred').getByRole('listitem')).toHaveCount(1);
});

async function openHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(`${world.coffer.url}/home`);
}

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}
