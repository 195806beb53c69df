import { createHash } from 'node:crypto';
import type { NodeId } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createPng } from '../sample-files.ts';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const NOTES = Buffer.from('Ten bulbs.');

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('the details follow the focus, and go when asked to', async ({ page }) => {
  await openGarden(page, 'Garden');
  await row(page, 'Beds').focus();
  await page.keyboard.press('i');
  const details = panel(page, 'Beds');
  await expect(details).toBeVisible();
  await expect(row(page, 'Beds')).toBeFocused();
  await expect(fact(details, 'Contains')).toHaveText('2 files, 1 folder');
  await expect(fact(details, 'Size')).toHaveText('20 bytes');
  await expect(fact(details, 'Created')).toHaveText(/^Today, .* by you$/);
  await expect(details.getByText('Added roses.txt')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'notes.txt')).toBeVisible();
  await expect(fact(panel(page, 'notes.txt'), 'Size')).toHaveText('10 bytes');
  const narrow = await widthOf(page.getByRole('grid'));
  await page.keyboard.press('i');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(row(page, 'notes.txt')).toBeFocused();
  await expect.poll(async () => await widthOf(page.getByRole('grid'))).toBeGreaterThan(narrow + 300);
  await page.keyboard.press('i');
  await expect(panel(page, 'notes.txt')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(panel(page, 'notes.txt').getByRole('button', { name: 'Close details' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.getByRole('banner').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(page.getByRole('navigation', { name: 'Main' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(row(page, 'notes.txt')).toBeFocused();
  await page.keyboard.press('F6');
  await expect(panel(page, 'notes.txt').getByRole('button', { name: 'Close details' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(row(page, 'notes.txt')).toBeFocused();
});

test('rows that are only passed are not asked for', async ({ page }) => {
  await openGarden(page, 'Meadow');
  await row(page, 'Beds').focus();
  await page.keyboard.press('i');
  await expect(fact(panel(page, 'Beds'), 'Size')).toHaveText('20 bytes');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate(() => {
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown']) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  });
  await expect(fact(panel(page, 'notes.txt'), 'Created')).toHaveText(/ by you$/);
  // A change of others may have asked for the same row again.
  expect(new Set(asked.filter((url) => url.endsWith('/details'))).size).toBe(1);
});

test('a file shows its checksum, its versions and its place', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openGarden(page, 'Orchard');
  await row(page, 'notes.txt').getByRole('button', { name: 'Actions for notes.txt' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const details = panel(page, 'notes.txt');
  const checksum = createHash('sha256').update(NOTES).digest('hex');
  await expect(details.getByText(checksum)).toBeVisible();
  await details.getByRole('button', { name: 'Copy checksum' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Checksum copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(checksum);
  const versions = details.getByRole('button', { name: 'Versions…' });
  await versions.click();
  await expect(page.getByRole('dialog', { name: 'Versions of notes.txt' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await page.keyboard.press('Escape');
  await expect(versions).toBeFocused();
  await expect(details).toBeVisible();
  await details.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
  await page.reload();
  await expect(panel(page, 'Files')).toBeVisible();
});

test('the details offer what can be done, also with a row that is only looked at', async ({ page }) => {
  await openGarden(page, 'Balcony');
  await row(page, 'notes.txt').focus();
  await page.keyboard.press('i');
  const details = panel(page, 'notes.txt');
  await details.getByRole('button', { name: 'Star', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Remove star' })).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    details.getByRole('button', { name: 'Save receipt' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('notes.txt.receipt.json');
  await details.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /notes\.txt/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await details.getByRole('button', { name: 'Actions for notes.txt' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save receipt' })).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('New name for notes.txt').fill('herbs.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'herbs.txt')).toBeFocused();
  await page.keyboard.press('Control+a');
  const several = panel(page, '3 items selected');
  await expect(several.getByRole('button', { name: 'Download' })).toBeVisible();
  await several.getByRole('button', { name: 'Move to trash' }).click();
  await expect(row(page, 'herbs.txt')).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('3 items moved to trash'),
  ).toBeVisible();
  await expect(panel(page, 'Balcony').getByRole('button', { name: 'Share', exact: true })).toBeVisible();
});

test('Escape in the bar of the selection ends it, and a menu that is closed leaves nothing selected', async ({
  page,
}) => {
  await openGarden(page, 'Lawn');
  const selected = page.getByRole('row', { selected: true });
  await row(page, 'Beds').focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(selected).toHaveCount(0);
  await row(page, 'notes.txt').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  // What was selected before is selected again.
  await row(page, 'Beds').click();
  await row(page, 'notes.txt').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Beds')).toHaveAttribute('aria-selected', 'true');
  await expect(selected).toHaveCount(1);
  await page.getByRole('main').getByRole('button', { name: 'Copy to…' }).focus();
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await expect(page.getByRole('grid').getByRole('row').and(page.locator(':focus'))).toHaveCount(1);
});

test('activity is shown at once, and all of it on request', async ({ page }) => {
  const folderId = await openGarden(page, 'Meadow');
  await row(page, 'notes.txt').focus();
  await page.keyboard.press('i');
  await expect(entries(panel(page, 'notes.txt'))).toHaveText([/^Created/]);
  await page.keyboard.press('F2');
  await expect(page.getByLabel('New name for notes.txt')).toBeFocused();
  await page.getByLabel('New name for notes.txt').fill('plans.txt');
  await page.keyboard.press('Enter');
  const details = panel(page, 'plans.txt');
  await expect(entries(details)).toHaveText([/^Renamed from “notes.txt”\s*You · Today, /, /^Created/]);
  await entries(details).first().getByRole('button', { name: /^Undo/ }).press('Enter');
  const renamed = panel(page, 'notes.txt');
  await expect(entries(renamed).first()).toContainText('Took back an earlier action');
  await expect(renamed.getByRole('list', { name: 'Activity' })).toBeFocused();
  const beds = await childOf(folderId, 'Beds');
  await row(page, 'notes.txt').focus();
  await page.keyboard.press('Home');
  await expect(entries(panel(page, 'Beds'))).toHaveCount(4);
  for (let number = 100; number < 125; number += 1) await makeFolder(beds, `row ${number}`);
  await expect(fact(panel(page, 'Beds'), 'Contains')).toHaveText('2 files, 26 folders');
  await expect(entries(panel(page, 'Beds'))).toHaveCount(20);
  await expect(entries(panel(page, 'Beds')).first()).toHaveText(/^Added row 124/);
  const more = panel(page, 'Beds').getByRole('button', { name: 'Show more' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(entries(panel(page, 'Beds'))).toHaveCount(29);
  await expect(more).toHaveCount(0);
  await expect(panel(page, 'Beds').getByRole('list', { name: 'Activity' })).toBeFocused();
});

test('several rows show their number and size, an empty folder shows its own details', async ({ page }) => {
  await openGarden(page, 'Terrace');
  await row(page, 'Beds').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const details = panel(page, '3 items selected');
  await expect(fact(details, 'Contains')).toHaveText('4 files, 1 folder');
  expect(await judge(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(details).toHaveCount(0);
  await row(page, 'photo.png').focus();
  await expect(panel(page, 'photo.png')).toBeVisible();
  await row(page, 'Beds').getByRole('link').click();
  await row(page, 'empty').getByRole('link').click();
  await expect(fact(panel(page, 'empty'), 'Contains')).toHaveText('Nothing');
  await panel(page, 'empty').getByRole('button', { name: 'Close details' }).click();
  await expect(page.getByRole('button', { name: 'Details', exact: true })).toBeFocused();
});

test('in the preview the same key shows and hides the details', async ({ page }) => {
  await openGarden(page, 'Greenhouse');
  await row(page, 'photo.png').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'photo.png' })).toBeVisible();
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details', exact: true });
  await expect(details.getByText('Image')).toBeVisible();
  await page.keyboard.press('i');
  await expect(details).toHaveCount(0);
});

test('details that cannot be loaded say so, and are loaded on request', async ({ page }) => {
  await openGarden(page, 'Rockery');
  const refuse = '**/api/v1/nodes/*/activity*';
  await page.route(refuse, async (route) => await route.fulfill({ status: 404, json: NOT_FOUND }));
  await row(page, 'notes.txt').focus();
  await page.keyboard.press('i');
  const details = panel(page, 'notes.txt');
  await expect(details.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(refuse);
  await details.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(details)).toHaveText([/^Created/]);
});

test('in Arabic the details are at the left edge', async ({ page }) => {
  await openGarden(page, 'Mirrored garden');
  await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  await page.goto(page.url());
  // The label of the row isolates its name.
  await page.locator('[data-row="1"]').focus();
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'التفاصيل: notes.txt' });
  await expect(entries(details)).toHaveText([/^الإنشاء/]);
  const [list, beside] = await Promise.all([leftOf(page.getByRole('grid')), leftOf(details)]);
  expect(beside).toBeLessThan(list);
  expect(await judge(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the details are a sheet over the list', async ({ page }) => {
    await openGarden(page, 'Pocket garden');
    await row(page, 'photo.png').getByRole('button', { name: 'Actions for photo.png' }).tap();
    await page.getByRole('menuitem', { name: 'Details' }).tap();
    const sheet = page.getByRole('dialog', { name: 'photo.png' });
    await expect(fact(sheet, 'Kind')).toHaveText('Image');
    await expect(entries(sheet)).toHaveText([/^Created/]);
    expect(await judge(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Close details' }).tap();
    await expect(sheet).toHaveCount(0);
    await page.reload();
    await expect(row(page, 'photo.png')).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
});

const NOT_FOUND = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  code: 'node_not_found',
  requestId: 'none',
};

/** Beds (two files and an empty folder), notes.txt, photo.png. */
async function openGarden(page: Page, name: string): Promise<NodeId> {
  const folderId = await world.addFolder(name);
  const beds = await makeFolder(folderId, 'Beds');
  await makeFolder(beds, 'empty');
  for (const file of ['roses.txt', 'tulips.txt']) await world.person.upload(beds, file, NOTES);
  await world.person.upload(folderId, 'notes.txt', NOTES);
  await world.person.upload(folderId, 'photo.png', createPng(320, 200));
  await world.visit(page, `/${folderId}`);
  await expect(row(page, 'photo.png')).toBeVisible();
  return folderId;
}

async function makeFolder(parentId: NodeId, name: string): Promise<NodeId> {
  return (await world.person.call('createFolder', { body: { parentId, name } })).id;
}

async function childOf(nodeId: NodeId, name: string): Promise<NodeId> {
  const { items } = await world.person.call('listChildren', { params: { nodeId } });
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`${name} is not in the folder`);
  return found.id;
}

function row(page: Page, name: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`) });
}

function panel(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name: `Details: ${name}`, exact: true });
}

function fact(details: Locator, label: string): Locator {
  return details.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
}

function entries(details: Locator): Locator {
  return details.getByRole('list', { name: /Activity|النشاط/ }).getByRole('listitem');
}

async function leftOf(element: Locator): Promise<number> {
  return await element.evaluate((each) => each.getBoundingClientRect().left);
}

async function widthOf(element: Locator): Promise<number> {
  return await element.evaluate((each) => each.getBoundingClientRect().width);
}
