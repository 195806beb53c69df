import type { NodeId } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { startWithTwoPeople, type TwoPeople } from '../sharing/two-people.ts';

let world: TwoPeople;

test.beforeAll(async () => {
  world = await startWithTwoPeople('notifications');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function share(name: string, message = ''): Promise<NodeId> {
  const { id } = await world.owner.call('createFolder', { body: { parentId: world.rootId, name } });
  const body = { personIds: [world.ruthId], role: 'viewer' as const, message };
  await world.owner.call('createGrants', { params: { nodeId: id }, body });
  return id;
}

const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} new`,
    exact: true,
  });

test('what others share arrives in an open page, in every tab, and opens from there', async ({ browser }) => {
  const page = await world.pageOfRuth(browser);
  const other = await page.context().newPage();
  await other.goto(world.coffer.url);
  await bell(page, 0).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Nothing yet');
  await page.keyboard.press('Escape');
  await expect(bell(page, 0)).toBeFocused();

  const id = await share('Reports', 'Have a look before Friday');
  await expect(bell(page, 1)).toBeVisible();
  await other.bringToFront();
  await expect(bell(other, 1)).toBeVisible();

  await page.bringToFront();
  await bell(page, 1).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const item = panel.getByRole('listitem').filter({ hasText: 'Reports' });
  await expect(item).toContainText(`${ADMINISTRATOR.name} shared a folder with you`);
  await expect(item).toContainText('Have a look before Friday');
  await expect(item.getByText('New', { exact: true })).toBeAttached();
  await expect(bell(page, 0)).toBeAttached();
  await other.bringToFront();
  await expect(bell(other, 0)).toBeVisible();

  await page.bringToFront();
  await item.getByRole('link').click();
  await expect(page).toHaveURL(`${world.coffer.url}/shared/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.context().close();
});

test('the list of shared items updates live', async ({ browser }) => {
  const page = await world.pageOfRuth(browser);
  await page.goto(`${world.coffer.url}/shared`);
  await share('Arrives by itself');
  const link = page.getByRole('link', { name: 'Arrives by itself' });
  await expect(link).toBeVisible();
  await page.context().close();
});

test('the panel in every look, with older notifications', async ({ browser }) => {
  for (let number = 1; number <= 21; number += 1) await share(`Folder ${number}`);
  const page = await world.pageOfRuth(browser);
  const { see, findings } = sightOf(page, EVERY_LOOK, 'notifications');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem')).toHaveCount(20);
  await see('panel');
  await panel.getByRole('button', { name: 'Show older' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Reports' })).toBeVisible();
  expect(findings).toEqual([]);
  await page.context().close();
});
