import { createHash } from 'node:crypto';
import type { NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from './judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from './transfers-world.ts';

/** Of boxes and menu buttons in rows that nobody points at. */
const HIDDEN = 'rgba(0, 0, 0, 0)';

const DAY_MS = 24 * 60 * 60 * 1_000;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('the keys of the list work on arrival, before anything was clicked, and never while somebody types', async ({
  page,
}) => {
  const folderId = await world.addFolder('keys');
  for (const name of ['alpha', 'beta', 'gamma']) await makeFolder(folderId, name);
  await world.visit(page, `/${folderId}`);
  await expect(row(page, 'alpha')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
  await blur(page);
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'alpha')).toBeFocused();
  await blur(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('');
  await page.keyboard.type('nun?');
  await expect(dialog.getByLabel('Name')).toHaveValue('nun?');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await blur(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  // Speech input needs single-letter shortcuts switched off (WCAG 2.1.4).
  await help.getByRole('checkbox', { name: 'Single-letter shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await row(page, 'beta').focus();
  await page.keyboard.press('?');
  await blur(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the versions of a file show the SHA-256 of the whole content', async ({ page }) => {
  const folderId = await world.addFolder('checksums');
  const contents = ['the first draft', 'the second draft'].map((text) => Buffer.from(text));
  const [first = Buffer.of(), second = Buffer.of()] = contents;
  await world.person.replace(await world.person.upload(folderId, 'draft.txt', first), second);
  await world.visit(page, `/${folderId}`);
  await page.getByRole('button', { name: 'Actions for draft.txt' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of draft.txt' });
  const sums = [second, first].map((content) => createHash('sha256').update(content).digest('hex'));
  await expect(versions.locator('code')).toHaveText(sums);
});

test('a new folder is selected, in sight and focused; one message at a time, and undoing tells the truth', async ({
  page,
}) => {
  const folderId = await world.addFolder('new rows');
  await Promise.all(Array.from({ length: 60 }, (_, number) => makeFolder(folderId, `shelf ${number + 10}`)));
  await world.visit(page, `/${folderId}`);
  await expect(row(page, 'shelf 10')).toBeVisible();
  await newFolder(page, 'zebra');
  await expect(row(page, 'zebra')).toBeInViewport();
  await expect(row(page, 'zebra')).toBeFocused();
  await expect(row(page, 'zebra')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await newFolder(page, 'aardvark');
  await expect(row(page, 'aardvark')).toBeFocused();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('aardvark')).toBeVisible();
  await expect(messages.getByText('zebra')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(row(page, 'aardvark')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'aardvark')).toBeVisible();
  await expect(messages.getByText('Restored aardvark')).toBeVisible();
  await expect(messages.getByText('trash')).toHaveCount(0);
  await expect(messages.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('an address may name a row to show: it is selected and in sight, and the address forgets it', async ({
  page,
}) => {
  const folderId = await world.open(page, 'shown rows');
  const nodes: NodeView[] = [];
  for (let from = 1_000; from < 1_450; from += 30) {
    const some = Array.from({ length: 30 }, (_, number) => makeFolder(folderId, `row ${from + number}`));
    nodes.push(...(await Promise.all(some)));
  }
  const wanted = nodes.find(({ name }) => name === 'row 1420');
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${folderId}?select=${wanted?.id}`);
  await expect(row(page, 'row 1420')).toBeInViewport();
  await expect(row(page, 'row 1420')).toBeFocused();
  await expect(row(page, 'row 1420')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(new RegExp(`/${folderId}$`));
});

test('the order of the rows stays from folder to folder, and dates begin with the newest', async ({
  page,
}) => {
  const folderId = await world.addFolder('order');
  const inner = await makeFolder(folderId, 'inner');
  await world.person.upload(folderId, 'first.txt', Buffer.from('a'));
  await world.person.upload(folderId, 'second.txt', Buffer.from('ab'));
  await world.person.upload(inner.id, 'older.txt', Buffer.from('a'));
  await world.person.upload(inner.id, 'younger.txt', Buffer.from('a'));
  await world.visit(page, `/${folderId}`);
  await page.getByRole('button', { name: 'Modified' }).click();
  await expect(header(page, 'Modified')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual(['inner', 'second.txt', 'first.txt']);
  await row(page, 'inner').getByRole('link').click();
  await expect(header(page, 'Modified')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual(['younger.txt', 'older.txt']);
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${folderId}`);
  await expect(header(page, 'Modified')).toHaveAttribute('aria-sort', 'descending');
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${folderId}?sort=size&order=asc`);
  await expect(header(page, 'Size')).toHaveAttribute('aria-sort', 'ascending');
});

test('one menu makes what is new, and help does not come first', async ({ page }) => {
  await world.open(page, 'menu of new things');
  const tools = page.getByRole('main').getByRole('button', { name: 'New', exact: true });
  await tools.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^New folder/,
    /^New text file/,
    /^New Markdown file/,
    /^New from template…/,
    /^Upload files/,
    /^Upload folder/,
    /^Import…/,
    /^Import from a bucket…/,
  ]);
  expect(await judge(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await page.keyboard.press('Escape');
  const chooser = page.waitForEvent('filechooser');
  await tools.click();
  await page.getByRole('menuitem', { name: 'Upload folder' }).click();
  expect((await chooser).isMultiple()).toBe(true);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('a path has all the room there is, and its middle goes into a menu where that is not enough', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  let folderId = await world.open(page, 'Marketing material');
  const folders = [folderId];
  for (const name of ['Spring campaign 2026', 'Photographs', 'Deep down here']) {
    folderId = (await makeFolder(folderId, name)).id;
    folders.push(folderId);
  }
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${folderId}`);
  const path = page.getByRole('navigation', { name: 'Folder path' });
  await expect(path.getByRole('link')).toHaveText([
    'Files',
    'Marketing material',
    'Spring campaign 2026',
    'Photographs',
  ]);
  expect(await cutShort(path.getByRole('link'))).toEqual([]);
  await expect(path.getByRole('button')).toHaveCount(0);
  const first = await leftOf(path.getByRole('link', { name: 'Files' }));
  await page.setViewportSize({ width: 900, height: 720 });
  await expect(path.getByRole('button', { name: 'Show hidden folders' })).toBeVisible();
  await expect(path.getByRole('link', { name: 'Photographs' })).toBeVisible();
  await path.getByRole('button', { name: 'Show hidden folders' }).click();
  await page.getByRole('menuitem', { name: 'Marketing material' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marketing material' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${folders[0]}$`));
  await page.setViewportSize({ width: 1280, height: 720 });
  await path.getByRole('link', { name: 'Files' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Files' });
  await expect(title).toBeVisible();
  expect(Math.abs((await leftOf(title)) - first)).toBeLessThanOrEqual(1);
});

test('sizes follow one rule, and days are said as people say them', async ({ page }) => {
  const folderId = await world.addFolder('words');
  await world.person.upload(folderId, 'small.txt', Buffer.alloc(103));
  await world.person.upload(folderId, 'picture.bin', Buffer.alloc(367_933));
  await world.visit(page, `/${folderId}`);
  const time = row(page, 'small.txt').locator('time').first();
  await expect(row(page, 'small.txt')).toContainText('103 bytes');
  await expect(row(page, 'picture.bin')).toContainText('368 KB');
  await expect(time).toHaveText(/^Today, \d?\d:\d\d$/);
  await expect(time).toHaveAttribute('title', /\d{4}/);
  await page.clock.setSystemTime(Date.now() + DAY_MS);
  await page.reload();
  await expect(time).toHaveText(/^Yesterday, \d?\d:\d\d$/);
  await page.clock.setSystemTime(Date.now() + 3 * DAY_MS);
  await page.reload();
  await expect(time).toHaveText(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d?\d:\d\d$/);
});

test('boxes and menu buttons stay out of sight until a row is pointed at, focused or selected', async ({
  page,
}) => {
  const folderId = await world.addFolder('quiet rows');
  for (const name of ['one', 'two']) await makeFolder(folderId, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await world.visit(page, `/${folderId}`);
  await expect(row(page, 'one')).toBeVisible();
  await page.mouse.move(0, 0);
  const box = row(page, 'two').getByRole('checkbox');
  const more = row(page, 'two').getByRole('button', { name: /^Actions/ });
  await expect(box).toHaveCSS('border-color', HIDDEN);
  await expect(more).toHaveCSS('color', HIDDEN);
  await row(page, 'two').hover();
  await expect(box).not.toHaveCSS('border-color', HIDDEN);
  await expect(more).not.toHaveCSS('color', HIDDEN);
  await expect(box).toHaveCSS('appearance', 'none');
  await expect(box).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.mouse.move(0, 0);
  await row(page, 'two').focus();
  await page.keyboard.press('Shift');
  await expect(more).not.toHaveCSS('color', HIDDEN);
  await page.keyboard.press('Space');
  await expect(row(page, 'one').getByRole('checkbox')).not.toHaveCSS('border-color', HIDDEN);
});

test('a name that Windows refuses is pointed out before it is given', async ({ page }) => {
  const folderId = await world.addFolder('reserved');
  await makeFolder(folderId, 'fine');
  await world.visit(page, `/${folderId}`);
  await openNewFolder(page);
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('CON');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'Windows' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create anyway' }).click();
  await expect(row(page, 'CON')).toBeFocused();
  await row(page, 'fine').focus();
  await page.keyboard.press('F2');
  await expect(page.getByLabel('New name for fine')).toBeFocused();
  await page.keyboard.type('AUX');
  await expect(page.getByRole('grid').getByText(/Windows/)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New name for fine')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'AUX')).toBeVisible();
});

test('a name is given to the row it was typed for, wherever that moves, and leaving the field leaves it', async ({
  page,
}) => {
  const folderId = await world.addFolder('moving rows');
  for (const name of ['alder', 'birch', 'cedar', 'damson']) await makeFolder(folderId, name);
  await world.visit(page, `/${folderId}`);
  const held = Promise.withResolvers<void>();
  await page.route('**/batch/trash', async (route) => {
    await held.promise;
    await route.continue();
  });
  await row(page, 'alder').focus();
  await page.keyboard.press('Delete');
  await row(page, 'cedar').focus();
  await page.keyboard.press('F2');
  const editor = page.getByLabel('New name for cedar');
  await expect(editor).toBeFocused();
  await page.keyboard.type('chestnut');
  const listed = page.waitForResponse((response) => response.url().includes('/children'));
  held.resolve();
  await listed;
  await expect(row(page, 'alder')).toHaveCount(0);
  await expect(editor).toBeFocused();
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(row(page, 'chestnuts')).toBeFocused();
  await expect(row(page, 'damson')).toBeVisible();

  await row(page, 'birch').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('beech');
  const search = page.getByRole('combobox', { name: /^Search/ });
  await search.click();
  await expect(row(page, 'beech')).toBeVisible();
  await page.keyboard.type('damson');
  await expect(search).toHaveValue('damson');
});

test('each kind of file has a colour of its own', async ({ page }) => {
  const folderId = await world.addFolder('kinds');
  const files = ['a.jpg', 'b.mp4', 'c.mp3', 'd.pdf', 'e.docx', 'f.csv', 'g.py', 'h.zip'];
  await makeFolder(folderId, 'folder');
  for (const name of files) await world.person.upload(folderId, name, Buffer.from(name));
  await world.visit(page, `/${folderId}`);
  await expect(row(page, 'h.zip')).toBeVisible();
  const colours = await page
    .locator('[data-kind]')
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).color));
  expect(colours).toHaveLength(files.length + 1);
  expect(new Set(colours).size).toBe(files.length + 1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows can be sorted, show their boxes and menus, and are not underlined by a tap', async ({
    page,
  }) => {
    const folderId = await world.addFolder('phone');
    await world.person.upload(folderId, 'a.txt', Buffer.from('aaa'));
    await world.person.upload(folderId, 'b.txt', Buffer.from('b'));
    await world.visit(page, `/${folderId}`);
    await expect(row(page, 'a.txt').getByRole('button', { name: /^Actions/ })).not.toHaveCSS('color', HIDDEN);
    await page.getByRole('button', { name: /^Sort/ }).tap();
    await page.getByRole('menuitemradio', { name: 'Size' }).tap();
    await expect.poll(() => names(page)).toEqual(['a.txt', 'b.txt']);
    await page.getByRole('button', { name: /^Sort/ }).tap();
    await page.getByRole('menuitemradio', { name: 'Smallest first' }).tap();
    await expect.poll(() => names(page)).toEqual(['b.txt', 'a.txt']);
    await row(page, 'a.txt').getByRole('link').hover();
    const lines = row(page, 'a.txt')
      .getByRole('link')
      .evaluate((link) =>
        [link, ...link.querySelectorAll('*')].map((part) => getComputedStyle(part).textDecorationLine),
      );
    expect(new Set(await lines)).toEqual(new Set(['none']));
  });
});

function row(page: Page, name: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${name}(,|$)`) });
}

function header(page: Page, name: string): Locator {
  return page.getByRole('columnheader', { name });
}

async function names(page: Page): Promise<readonly string[]> {
  const labels = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((each) => each.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.split(',')[0] ?? '');
}

async function makeFolder(parentId: NodeView['id'], name: string): Promise<NodeView> {
  return await world.person.call('createFolder', { body: { parentId, name } });
}

async function openNewFolder(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
}

async function newFolder(page: Page, name: string): Promise<void> {
  await openNewFolder(page);
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

async function blur(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

async function cutShort(links: Locator): Promise<readonly string[]> {
  return await links.evaluateAll((all) =>
    all.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent ?? ''),
  );
}

async function leftOf(locator: Locator): Promise<number> {
  return await locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });
}
