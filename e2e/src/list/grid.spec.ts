import type { NodeId, NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('the grid is used by keyboard in two dimensions, and is remembered', async ({ page }) => {
  const folderId = await world.addFolder('tiles');
  await fill(folderId, 30);
  await world.visit(page, `/${folderId}`);
  await expect(page.getByRole('row', { name: 'crate 100' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('v');
  await expect(tile(page, 'crate 100')).toBeFocused();
  expect(await judge(page)).toEqual([]);
  const grid = page.getByRole('grid');
  const perRow = Number(await grid.getAttribute('aria-colcount'));
  expect(perRow).toBeGreaterThan(2);
  await expect(grid).toHaveAttribute('aria-rowcount', String(Math.ceil(30 / perRow)));
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'crate 101')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tile(page, `crate ${101 + perRow}`)).toBeFocused();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(perRow + 1);
  await page.keyboard.press('End');
  await expect(tile(page, 'crate 129')).toBeFocused();
  await expect(tile(page, 'crate 129')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(tile(page, 'crate 100')).toBeFocused();
  await page.keyboard.type('crate 117');
  await expect(tile(page, 'crate 117')).toBeFocused();
  await page.reload();
  await expect(tile(page, 'crate 100')).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.getByRole('row', { name: 'crate 100' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('rows that pass fast come without their facts, and have them once the list slows down', async ({
  page,
}) => {
  const folderId = await world.addFolder('passing rows');
  await fill(folderId, 120);
  await world.visit(page, `/${folderId}`);
  for (const view of ['List', 'Grid']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(page.getByRole('grid').getByRole('link', { name: 'crate 100' })).toBeInViewport();
    await expect(plainRows(page)).toHaveCount(0);
    expect(await mostPlainRows(page)).toBeGreaterThan(0);
    await expect(plainRows(page)).toHaveCount(0);
  }
});

test('the end of one rename leaves the next one open, and a refusal is told', async ({ page }) => {
  const folderId = await world.addFolder('two names');
  for (const name of ['alpha', 'beta', 'gamma']) await makeFolder(folderId, name);
  await world.visit(page, `/${folderId}`);
  const { promise: isBegun, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/nodes/*', async (route) => {
    if (route.request().method() === 'PATCH') await isBegun;
    await route.continue();
  });
  const rename = async (name: string, next: string): Promise<void> => {
    await page.getByRole('row', { name: new RegExp(`^${name}`) }).click();
    await page.keyboard.press('F2');
    await expect(page.getByLabel(`New name for ${name}`)).toBeFocused();
    await page.keyboard.type(next);
  };
  await rename('alpha', 'gamma');
  await rename('beta', 'delta');
  answer();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Couldn’t rename alpha.');
  await expect(page.getByLabel('New name for beta')).toHaveValue('delta');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^delta/ })).toBeVisible();
});

test('all of a name is selected before the code of its field is there, and no row', async ({ page }) => {
  const folderId = await world.addFolder('quick keys');
  for (const name of ['alpha.txt', 'beta.txt']) await world.person.upload(folderId, name, Buffer.from(name));
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/actions-[^/]*\.js$/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await world.visit(page, `/${folderId}`);
  await page.getByRole('row', { name: /^alpha/ }).focus();
  for (const key of ['F2', 'Control+a', 'Delete']) await page.keyboard.press(key);
  await expect(page.getByRole('row', { name: /^beta/ })).toHaveAttribute('aria-selected', 'false');
  release();
  await expect(page.getByLabel('New name for alpha.txt')).toBeFocused();
  await page.keyboard.type('gamma');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^gamma(?!\.txt)/ })).toBeFocused();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('a tile is renamed in place, has its menu, opens, and can be deleted', async ({ page }) => {
  const folderId = await world.addFolder('work with tiles');
  for (const name of ['alpha', 'beta', 'gamma']) await makeFolder(folderId, name);
  await world.visit(page, `/${folderId}`);
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3);
  await page.keyboard.press('Escape');
  await tile(page, 'alpha').focus();
  await page.keyboard.press('F2');
  await expect(page.getByLabel('New name for alpha')).toBeFocused();
  await page.keyboard.type('delta');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New name for alpha')).toHaveCount(0);
  await expect(page.locator('[data-row="0"]')).toHaveAccessibleName(/^beta /);
  await expect(tile(page, 'delta')).toBeFocused();
  await tile(page, 'beta').getByRole('button', { name: 'Actions for beta' }).click();
  await expect(page.getByRole('menuitem', { name: 'Move to trash' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(tile(page, 'beta')).toHaveCount(0);
  await tile(page, 'gamma').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'gamma' })).toBeVisible();
  await expect(page.getByText('This folder is empty')).toBeVisible();
  await page.goBack();
  await tile(page, 'gamma').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'gamma' })).toBeVisible();
});

test('columns can be hidden, and rows made compact, from one menu', async ({ page }) => {
  const folderId = await world.addFolder('options');
  await makeFolder(folderId, 'one');
  await world.visit(page, `/${folderId}`);
  const row = page.getByRole('row', { name: 'one' });
  const author = page.getByRole('columnheader', { name: 'Changed by' });
  await expect(author).toBeVisible();
  const before = await row.evaluate((element) => element.clientHeight);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await expect.poll(async () => await row.evaluate((element) => element.clientHeight)).toBeLessThan(before);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show changed by' }).click();
  await page.keyboard.press('Escape');
  await expect(author).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(author).toHaveCount(0);
});

test('when others change the list, a selection too large to follow ends, and nothing is deleted', async ({
  page,
}) => {
  const folderId = await world.addFolder('others');
  await fill(folderId, 450);
  await world.visit(page, `/${folderId}`);
  await expect(page.getByRole('row', { name: 'crate 100' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('450 selected')).toBeVisible();
  await makeFolder(folderId, 'zz of another person');
  await page.keyboard.press('Delete');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Selection cleared because the list changed.')).toBeVisible();
  await expect(page.getByText('450 selected')).toHaveCount(0);
  const { total } = await world.person.call('listChildren', { params: { nodeId: folderId } });
  expect(total).toBe(451);
});

test('in Arabic the left arrow moves to the next tile', async ({ page }) => {
  const folderId = await world.open(page, 'mirrored');
  for (const name of ['one', 'two']) await makeFolder(folderId, name);
  await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  await page.goto(page.url());
  await page.getByRole('button', { name: 'شبكة', exact: true }).click();
  await tile(page, 'one').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tile(page, 'two')).toBeFocused();
  const [first, second] = await Promise.all([leftOf(tile(page, 'one')), leftOf(tile(page, 'two'))]);
  expect(first).toBeGreaterThan(second);
  expect(await judge(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two tiles stand side by side, and the list can be sorted', async ({ page }) => {
    const folderId = await world.addFolder('phone tiles');
    await fill(folderId, 6);
    await world.visit(page, `/${folderId}`);
    await page.getByRole('button', { name: 'Grid', exact: true }).tap();
    await expect(tile(page, 'crate 100')).toBeVisible();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '2');
    await page.getByRole('button', { name: /^Sort/ }).tap();
    await page.getByRole('menuitemradio', { name: 'Z to A' }).tap();
    await expect(page.locator('[data-row="0"]')).toHaveAccessibleName(/^crate 105 /);
    await expect(tile(page, 'crate 105').getByRole('checkbox')).not.toHaveCSS(
      'border-color',
      'rgba(0, 0, 0, 0)',
    );
    expect(await judge(page)).toEqual([]);
  });

  test('the menu of an item is a sheet that names it, selects nothing and is closed by the way back', async ({
    page,
  }) => {
    await page.addInitScript(recordCloseWatchers);
    const folderId = await world.open(page, 'phone menu');
    await fill(folderId, 3);
    await page.goto(page.url());
    await page.getByRole('button', { name: 'Actions for crate 101' }).tap();
    const sheet = page.getByRole('dialog').filter({ has: page.getByRole('menu') });
    await expect(sheet.getByText('crate 101')).toBeVisible();
    await expect.poll(async () => await edgesOf(sheet)).toEqual({ left: 0, right: 390, bottom: 844 });
    await expect(page.getByRole('menuitem', { name: 'Move to trash' })).toBeInViewport({ ratio: 1 });
    await goBack(page);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /^crate 101/ })).toBeFocused();
  });
});

declare global {
  interface Window {
    readonly CloseWatcher: new () => { readonly requestClose: () => void };
    readonly closeWatchers: { readonly requestClose: () => void }[];
  }
}

function recordCloseWatchers(): void {
  const watchers: object[] = [];
  const recorded = new Proxy(window.CloseWatcher, {
    construct: (target) => {
      const watcher = new target();
      watchers.push(watcher);
      return watcher;
    },
  });
  Object.assign(window, { CloseWatcher: recorded, closeWatchers: watchers });
}

/** What the system does for the way back of a phone, which headless browsers do not have. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => window.closeWatchers.at(-1)?.requestClose());
}

async function edgesOf(element: Locator): Promise<Pick<DOMRect, 'left' | 'right' | 'bottom'>> {
  return await element.evaluate((each) => {
    const { left, right, bottom } = each.getBoundingClientRect();
    return { left, right, bottom };
  });
}

function tile(page: Page, name: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${name} `) });
}

async function leftOf(element: Locator): Promise<number> {
  return await element.evaluate((each) => each.getBoundingClientRect().left);
}

async function makeFolder(parentId: NodeId, name: string): Promise<NodeView> {
  return await world.person.call('createFolder', { body: { parentId, name } });
}

async function fill(folderId: NodeId, count: number): Promise<void> {
  for (let from = 0; from < count; from += 30) {
    const names = Array.from({ length: Math.min(30, count - from) }, (_, at) => `crate ${100 + from + at}`);
    await Promise.all(names.map(async (name) => await makeFolder(folderId, name)));
  }
}

function plainRows(page: Page): Locator {
  return page.locator('[data-row] time:not([title])');
}

/** While the list scrolls by three large steps. */
async function mostPlainRows(page: Page): Promise<number> {
  return await page.getByRole('grid').evaluate(async (grid) => {
    let most = 0;
    for (let step = 0; step < 3; step += 1) {
      grid.scrollBy({ top: 1_300, behavior: 'instant' });
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      most = Math.max(most, grid.querySelectorAll('[data-row] time:not([title])').length);
    }
    return most;
  });
}
