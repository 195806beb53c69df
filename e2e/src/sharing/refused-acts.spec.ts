// docs/decisions/0142-a-refusal-offers-to-ask.md
import { writeFileSync } from 'node:fs';
import type { NodeId } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { dropFiles } from '../drop.ts';
import { headlineOf } from '../transfers-world.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { RUTH, startWithTwoPeople, type TwoPeople } from './two-people.ts';

const VIEW_ONLY = 'You can view this folder, but not change it.';

let world: TwoPeople;

test.beforeAll(async () => {
  world = await startWithTwoPeople('refused-acts');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function sharedFolder(name: string): Promise<NodeId> {
  const make = async (parentId: NodeId, each: string): Promise<NodeId> =>
    (await world.owner.call('createFolder', { body: { parentId, name: each, ifExists: 'fail' } })).id;
  const id = await make(world.rootId, name);
  for (const each of ['Apples', 'Bread']) await make(id, each);
  const grant = { personIds: [world.ruthId], role: 'viewer' as const };
  await world.owner.call('createGrants', { params: { nodeId: id }, body: grant });
  return id;
}

const messagesIn = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** One message at a time, with the way out. */
async function expectRefusal(page: Page, words: string): Promise<void> {
  const message = messagesIn(page).locator('> div').filter({ hasText: words });
  await expect(message).toHaveCount(1);
  await expect(message.getByRole('button', { name: 'Ask for access' })).toBeVisible();
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
}

/** Files of the computer. */
async function give(page: Page, type: 'paste' | 'drop'): Promise<void> {
  await page.getByRole('row', { name: 'Apples' }).evaluate((row, by) => {
    const data = new DataTransfer();
    data.items.add(new File(['1'], 'one.txt'));
    const options = { bubbles: true, cancelable: true };
    if (by === 'paste') row.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
    else row.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
  }, type);
}

test('each act in a folder that one may only view is answered, with a way to ask', async ({
  page: ada,
  browser,
}) => {
  const nodeId = await sharedFolder('Plans');
  const page = await world.pageOfRuth(browser);
  await page.goto(`${world.coffer.url}/shared/${nodeId}`);
  const row = page.getByRole('row', { name: 'Apples' });

  await test.step('keys, files that are pasted, and files that are dropped', async () => {
    await row.click();
    for (const key of ['Delete', 'F2', 'Control+x', 'Control+d']) {
      await page.keyboard.press(key);
      await expectRefusal(page, VIEW_ONLY);
    }
    for (const type of ['paste', 'drop'] as const) {
      await give(page, type);
      await expectRefusal(page, VIEW_ONLY);
    }
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expectRefusal(page, VIEW_ONLY);
  });

  await test.step('files that are dropped on another space of the side go there', async () => {
    const path = test.info().outputPath('one.txt');
    writeFileSync(path, '1');
    const files = page.getByRole('navigation').getByRole('link', { name: 'Files', exact: true });
    const { x, y } = (await files.boundingBox()) ?? { x: 0, y: 0 };
    await dropFiles(page, [path], { x: x + 40, y: y + 10 });
    await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
    await expect(messagesIn(page).getByText(VIEW_ONLY)).toHaveCount(0);
  });

  await test.step('the menu of an item and the palette offer it too', async () => {
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Ask for access' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for access to “Apples”' });
    await expect(dialog.getByRole('radio', { name: /^Can edit/ })).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search names and commands' }).fill('Ask for');
    await page.getByRole('option', { name: 'Ask for access' }).click();
    await expect(page.getByRole('dialog', { name: 'Ask for access to “Plans”' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the request is made where the act was refused', async () => {
    await row.click();
    await page.keyboard.press('Delete');
    await messagesIn(page).getByRole('button', { name: 'Ask for access' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for access to “Plans”' });
    const message = dialog.getByLabel('Message (optional)');
    await message.fill('x'.repeat(520));
    await expect(dialog).toContainText('20 characters too long');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(message).toHaveValue('x'.repeat(520));
    await message.fill('For the budget');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog).toContainText('Waiting for an answer');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(new RegExp(`/shared/${nodeId}$`));
  });

  await test.step('the bell says who answered', async () => {
    await signInInBrowser(ada, world.coffer);
    await ada.getByRole('button', { name: /^Notifications, / }).click();
    const item = ada.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
    await expect(item).toContainText(`${RUTH.name} asks to edit`);
    await item.getByRole('button', { name: /^Decline/ }).click();
    await item.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(item).toContainText('You declined');
    await expect(item).not.toContainText(`${ADMINISTRATOR.name} declined`);
  });
  await page.context().close();
});

test('an act that the server refuses offers to ask for the folder', async ({ browser }) => {
  const nodeId = await sharedFolder('Minutes');
  const page = await world.pageOfRuth(browser);
  // As if the role had been lowered a moment ago.
  await page.route(`**/api/v1/nodes/${nodeId}`, async (route) => {
    const response = await route.fetch();
    const node: unknown = await response.json();
    await route.fulfill({ response, json: Object.assign({}, node, { role: 'editor' }) });
  });
  await page.goto(`${world.coffer.url}/shared/${nodeId}`);
  const refused = 'You don’t have permission to do this.';
  const row = page.getByRole('row', { name: 'Apples' });

  await test.step('rename, delete and move', async () => {
    await row.click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name for Apples' }).fill('Pears');
    await page.keyboard.press('Enter');
    await expectRefusal(page, `Couldn’t rename Apples. ${refused}`);
    await row.click();
    await page.keyboard.press('Delete');
    await expectRefusal(page, `Couldn’t move Apples to trash. ${refused}`);
    await row.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expectRefusal(page, `Couldn’t move 2 items to trash. ${refused}`);
    await row.click();
    await page.keyboard.press('Control+d');
    await expectRefusal(page, `Couldn’t copy “Apples”. ${refused}`);
    await row.dragTo(page.getByRole('row', { name: 'Bread' }));
    await expectRefusal(page, `Couldn’t move “Apples”. ${refused}`);
  });

  await test.step('a new folder, a new file and an upload', async () => {
    for (const [entry, name] of [
      ['New folder', 'Cherries'],
      ['New text file', 'Dates'],
    ] as const) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.keyboard.press('Enter');
      await expectRefusal(page, refused);
    }
    await give(page, 'paste');
    const tray = page.getByRole('listitem').filter({ hasText: 'one.txt' });
    await tray.getByRole('button', { name: 'Ask for access' }).click();
    await expect(page.getByRole('dialog', { name: 'Ask for access to “Minutes”' })).toBeVisible();
  });
  await page.context().close();
});

// A grant on a folder says more than the role in its space.
test('who was given a folder of a space may change it there', async ({ browser }) => {
  const space = await world.owner.call('createSpace', { body: { name: 'Crew', color: 'green' } });
  const folder = { parentId: space.rootId, name: 'Open', ifExists: 'fail' as const };
  const { id } = await world.owner.call('createFolder', { body: folder });
  const members = { personIds: [world.ruthId], role: 'viewer' as const };
  await world.owner.call('addMembers', { params: { spaceId: space.id }, body: members });
  const page = await world.pageOfRuth(browser);
  await page.goto(`${world.coffer.url}/s/${space.id}/${id}`);
  const create = page.getByRole('button', { name: 'New', exact: true });
  await expect(page.getByText('This folder is empty')).toBeVisible();
  await expect(create).toHaveCount(0);
  const grant = { personIds: [world.ruthId], role: 'editor' as const };
  await world.owner.call('createGrants', { params: { nodeId: id }, body: grant });
  await expect(create).toBeVisible();
  await page.goto(`${world.coffer.url}/s/${space.id}`);
  await expect(page.getByRole('row', { name: 'Open' })).toBeVisible();
  await expect(create).toHaveCount(0);
  await page.context().close();
});
