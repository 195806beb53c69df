import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a file becomes a template, and a new file starts as its copy with the name selected', async ({
  page,
}) => {
  const folderId = await world.open(page, 'meetings');
  const file = await world.person.upload(folderId, 'minutes.md', Buffer.from('# Minutes\n'));
  await page.goto(page.url());
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New from template…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New from template' });
  await expect(dialog.getByRole('heading', { name: 'No templates yet' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('row', { name: /^minutes.md/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Use as template' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('minutes.md is now a template')).toBeVisible();

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New from template…' }).click();
  await expect(dialog.getByRole('button', { name: 'minutes.md' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'minutes.md' }).click();

  const name = page.getByLabel('New name for minutes (2).md');
  await expect(name).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Text of minutes (2).md' })).toContainText('Minutes');
  await expect(name).toBeFocused();
  await page.keyboard.type('minutes of May');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'minutes of May.md' })).toBeVisible();
  const { items } = await world.person.call('listChildren', {
    params: { nodeId: folderId },
    query: { sort: 'name', order: 'asc', at: '0', limit: '10' },
  });
  expect(items.map((each) => each.name)).toEqual(['minutes of May.md', 'minutes.md']);
  expect(items.find(({ id }) => id === file.id)?.versionId).toBe(file.versionId);
});
