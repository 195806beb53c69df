// docs/decisions/0145-names-of-moves-decided-apart.md
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTreeWorld, row, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const selected = (page: Page): Locator => page.getByRole('main').getByRole('row', { selected: true });

async function cutAll(page: Page, count: number): Promise<void> {
  await row(page, 'a.txt').click();
  for (let others = 1; others < count; others += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect(selected(page)).toHaveCount(count);
  await page.keyboard.press('Control+x');
  await expect(toast(page, `${count} items cut.`)).toBeVisible();
}

test('names are decided before anything happens, each for itself; cancelling leaves all as it was', async ({
  page,
}) => {
  const files = ['a.txt', 'b.txt', 'c.txt', 'free.txt'];
  const { folderId, reports } = await world.fill(page, 'decided apart', files);
  for (const name of ['a.txt', 'b.txt', 'C.TXT'])
    await world.person.upload(reports, name, Buffer.from('an old one'));
  await cutAll(page, 4);
  await row(page, 'Reports').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(row(page, 'a.txt')).toBeVisible();
  await page.keyboard.press('Control+v');
  const asked = page.getByRole('dialog', { name: '3 names already exist in Reports' });
  await expect(asked.getByRole('radio', { name: 'Keep both' })).toBeFocused();
  const ofC = asked.getByRole('listitem').filter({ hasText: 'c.txt' });
  await expect(ofC).toContainText(/Existing.*C\.TXT · .*10 bytes.*Newer.*Larger.*To move.*5 bytes/);
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  expect(await world.names(folderId)).toEqual(['Reports', ...files]);
  // What was cut can still be pasted.
  await page.keyboard.press('Control+v');
  await asked.getByLabel('What to do with a.txt').selectOption('Replace');
  await asked.getByLabel('What to do with b.txt').selectOption('Skip');
  await expect(asked.getByText('What should we do with the other item?')).toBeVisible();
  // Somebody changes what is to be replaced, so it is asked about again, alone.
  const [seen] = await world.itemsOf(reports);
  if (seen === undefined) throw new Error('the folder has a file');
  await world.person.call('renameNode', {
    params: { nodeId: seen.id },
    revision: seen.revision,
    body: { name: 'A.txt' },
  });
  await asked.getByRole('radio', { name: 'Keep both' }).focus();
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: '“a.txt” already exists in Reports' });
  await expect(again.getByText('Changed meanwhile')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', ...files]);
  await again.getByRole('radio', { name: 'Replace' }).check({ force: true });
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Moved 3 items to Reports')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a.txt', 'b.txt', 'c (2).txt', 'C.TXT', 'free.txt']);
  expect(await world.names(folderId)).toEqual(['Reports', 'b.txt']);
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Moved 3 items back')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', ...files]);
  expect(await world.names(reports)).toEqual(['A.txt', 'b.txt', 'C.TXT']);
  await page.goto(`${world.coffer.url}/activity`);
  const [undo, move] = [
    page.getByRole('main').getByRole('listitem').nth(0),
    page.getByRole('main').getByRole('listitem').nth(1),
  ];
  await expect(undo).toContainText(/^.*Undid moving .* and 2 more items/);
  await expect(move).toContainText(/Moved .* and 2 more items to .*Undone/);
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button', { name: /Undo.*free/ }),
  ).toHaveCount(0);
});

test('names are asked about where the folder was left before the answer, and going back changes nothing', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'left early', ['a.txt']);
  await world.person.upload(reports, 'a.txt', Buffer.from('an old one'));
  const { promise: isLeft, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/batch/move', async (route) => {
    await isLeft;
    await route.continue();
  });
  await row(page, 'a.txt').dragTo(row(page, 'Reports'));
  await row(page, 'Reports').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  answer();
  const asked = page.getByRole('dialog', { name: '“a.txt” already exists in Reports' });
  await expect(asked.getByRole('radio', { name: 'Keep both' })).toBeFocused();
  await page.goBack();
  await expect(asked).toHaveCount(0);
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt']);
  await row(page, 'a.txt').dragTo(row(page, 'Reports'));
  await asked.getByRole('radio', { name: 'Keep both' }).press('Enter');
  await expect(toast(page, 'Moved “a.txt” to Reports')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a (2).txt', 'a.txt']);
});

test('a restore asks about taken names, and a list that was emptied takes keys on', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'restored apart', ['a.txt', 'b.txt']);
  await row(page, 'Reports').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('This folder is empty')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Contents of restored apart' })).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'a.txt')).toBeVisible();
  await row(page, 'a.txt').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  await expect(row(page, 'a.txt')).toHaveCount(0);
  for (const name of ['a.txt', 'b.txt']) await world.person.upload(folderId, name, Buffer.from('new'));
  await page.goto(`${world.coffer.url}/trash`);
  const trashed = (name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await trashed('a.txt').first().click();
  await trashed('b.txt')
    .first()
    .click({ modifiers: ['Control'] });
  const restore = page.getByRole('button', { name: 'Restore', exact: true });
  await restore.click();
  const asked = page.getByRole('dialog', { name: '2 names already exist' });
  expect(await judge(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(selected(page)).toHaveCount(2);
  await restore.click();
  await asked.getByLabel('What to do with a.txt').selectOption('Replace');
  await asked.getByRole('radio', { name: 'Skip' }).check({ force: true });
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(toast(page, 'Restored 1 item')).toBeVisible();
  await expect(toast(page, /Couldn’t restore/)).toHaveCount(0);
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt', 'b.txt']);
  const [a] = (await world.itemsOf(folderId)).filter(({ name }) => name === 'a.txt');
  expect(String(await world.person.download(a?.id ?? reports))).toBe('a.txt');
});
