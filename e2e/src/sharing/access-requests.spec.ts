// docs/decisions/0139-access-requests.md
import type { NodeId } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { RUTH, startWithTwoPeople, type TwoPeople } from './two-people.ts';

let world: TwoPeople;

test.beforeAll(async () => {
  world = await startWithTwoPeople('access-requests');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function sharedFolder(name: string): Promise<NodeId> {
  const body = { parentId: world.rootId, name, ifExists: 'fail' as const };
  const { id } = await world.owner.call('createFolder', { body });
  const grant = { personIds: [world.ruthId], role: 'viewer' as const };
  await world.owner.call('createGrants', { params: { nodeId: id }, body: grant });
  return id;
}

const requestsIn = (page: Page) => page.getByRole('region', { name: 'Requests for access' });

test('who may only view asks to edit, is let from the bell, and acts without a reload', async ({
  page: ada,
  browser,
}) => {
  const nodeId = await sharedFolder('Plans');
  await signInInBrowser(ada, world.coffer);
  const page = await world.pageOfRuth(browser);

  await test.step('Ruth asks by keyboard, and changes what she asked', async () => {
    await page.goto(`${world.coffer.url}/shared/${nodeId}`);
    await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Ask for more access' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who has access to “Plans”' });
    await dialog.getByRole('button', { name: 'Ask to edit…' }).press('Enter');
    await expect(dialog.getByRole('radio', { name: /^Can edit/ })).toBeFocused();
    await expect(dialog).toContainText(ADMINISTRATOR.name);
    await dialog.getByLabel('Message (optional)').fill('For the budget');
    await dialog.getByRole('button', { name: 'Send request' }).press('Enter');
    await expect(dialog).toContainText('Waiting for an answer');
    await expect(dialog.getByRole('button', { name: 'Change request…' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('Ada lets her from the bell', async () => {
    await ada.getByRole('button', { name: 'Notifications, 1 new' }).click();
    const item = ada.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
    await expect(item).toContainText(`${RUTH.name} asks to edit`);
    await expect(item).toContainText('For the budget');
    await item.getByRole('button', { name: `Give access to ${RUTH.name} for “Plans”` }).click();
    await expect(item).toContainText('You gave access');
    await expect(item.getByRole('button')).toHaveCount(0);
  });

  await test.step('Ruth may add at once, and hears why', async () => {
    await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Notifications, / }).click();
    const items = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
    await expect(items.first()).toContainText(`${ADMINISTRATOR.name} lets you edit`);
  });
  await page.context().close();
});

test('a request is declined with a reason where the item is shared', async ({ page: ada, browser }) => {
  const nodeId = await sharedFolder('Ledger');
  await world.ruth.call('askForAccess', { params: { nodeId }, body: { role: 'manager', message: '' } });
  await signInInBrowser(ada, world.coffer);
  await ada.goto(`${world.coffer.url}/nodes/${nodeId}/access`);
  await expect(requestsIn(ada)).toContainText(`${RUTH.name} asks to manage`);
  const decline = requestsIn(ada).getByRole('button', { name: `Decline the request of ${RUTH.name}` });
  await decline.press('Enter');
  await requestsIn(ada).getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(decline).toBeFocused();
  await decline.click();
  await requestsIn(ada).getByLabel('Reason (optional)').fill('Ask me in May');
  await requestsIn(ada).getByRole('button', { name: 'Decline', exact: true }).press('Enter');
  await expect(requestsIn(ada)).toContainText('declined');
  await expect(requestsIn(ada)).toBeFocused();
  await expect(requestsIn(ada).getByRole('button')).toHaveCount(0);
  const page = await world.pageOfRuth(browser);
  await page.getByRole('button', { name: /^Notifications, / }).click();
  const first = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(first).toContainText(`${ADMINISTRATOR.name} declined your request for access`);
  await expect(first).toContainText('Ask me in May');
  await page.goto(`${world.coffer.url}/nodes/${nodeId}/access`);
  await expect(page.getByRole('region', { name: 'Your access' })).toContainText('You can ask again from');
  await page.context().close();
});

test('access requests in every look', async ({ page, browser }) => {
  const [asked, unasked] = [await sharedFolder('Looks'), await sharedFolder('Unasked')];
  const body = { role: 'editor' as const, message: 'To add the pictures of the second week' };
  await world.ruth.call('askForAccess', { params: { nodeId: asked }, body });
  await signInInBrowser(page, world.coffer);
  const ofAda = sightOf(page, EVERY_LOOK, 'access-requests');
  await page.goto(`${world.coffer.url}/nodes/${asked}/access`);
  await expect(requestsIn(page)).toBeVisible();
  await ofAda.see('list');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(
    page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first(),
  ).toBeVisible();
  await ofAda.see('bell');
  const other = await world.pageOfRuth(browser);
  const ofRuth = sightOf(other, EVERY_LOOK, 'access-requests');
  await other.goto(`${world.coffer.url}/nodes/${asked}/access`);
  await expect(other.getByRole('region', { name: 'Your access' })).toContainText('Waiting');
  await ofRuth.see('asked');
  await other.goto(`${world.coffer.url}/nodes/${unasked}/access`);
  await other.setViewportSize({ width: 390, height: 844 });
  await expect(other.getByRole('button', { name: 'Ask to edit…' })).toBeInViewport();
  await other.getByRole('button', { name: 'Ask to edit…' }).click();
  await ofRuth.see('form');
  expect([...ofAda.findings, ...ofRuth.findings]).toEqual([]);
  await other.context().close();
});
