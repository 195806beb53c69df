import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return box;
}

async function hasFetched(page: Page, chunk: string): Promise<boolean> {
  return await page.evaluate(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    chunk,
  );
}

async function headingAt(page: Page, path: string) {
  await page.goto(`${world.coffer.url}${path}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const { x, y, height } = await boxOf(heading);
  return { x: Math.round(x), middle: Math.round(y + height / 2) };
}

test('the headings of all pages stand in the same place', async ({ page }) => {
  await world.open(page, 'frames');
  const trash = await headingAt(page, '/trash');
  const others = [
    '/admin/storage',
    '/settings/profile',
    '/settings/security',
    '/settings/sessions',
    '/settings/appearance',
  ];
  for (const path of others) expect({ path, ...(await headingAt(page, path)) }).toEqual({ path, ...trash });
  const files = await headingAt(page, `/s/${world.spaceId}`);
  expect(files.middle).toBe(trash.middle);
});

test('the account shows its initials, and the way to the settings is there once', async ({ page }) => {
  await world.open(page, 'account');
  const account = page.getByRole('button', { name: 'Account' });
  await expect(account.locator('[data-initials]')).toHaveAttribute('data-initials', 'AB');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await account.click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('every dialog has its buttons at its end, under a rule', async ({ page }) => {
  await world.open(page, 'dialogs');
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  const button = dialog.getByRole('button', { name: 'Create folder' });
  await expect(button).toBeVisible();
  const [own, last] = [await boxOf(dialog), await boxOf(button)];
  expect(own.x + own.width - (last.x + last.width)).toBeLessThanOrEqual(26);
  const rule = await button.evaluate((element) => {
    const { borderBlockStartWidth, inlineSize } = getComputedStyle(element.parentElement ?? element);
    return { borderBlockStartWidth, inlineSize: Number.parseFloat(inlineSize) };
  });
  expect(rule.borderBlockStartWidth).toBe('1px');
  expect(own.width - rule.inlineSize).toBeLessThanOrEqual(4);
});

test('a lost network is said without moving the list', async ({ page, context }) => {
  await world.open(page, 'offline');
  const before = await boxOf(page.getByRole('grid'));
  await context.setOffline(true);
  await expect(page.getByText('No connection.')).toBeVisible();
  expect(await boxOf(page.getByRole('grid'))).toEqual(before);
  await context.setOffline(false);
  await expect(page.getByText('No connection.')).toBeHidden();
});

test('on a phone a lost network is said in one line of the bar', async ({ page, context }) => {
  await world.open(page, 'offline on a phone');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await context.setOffline(true);
    const notice = page.getByText('No connection.');
    await expect(notice).toBeVisible();
    expect((await boxOf(notice)).height).toBeLessThan(24);
    const [shown, account] = [
      await boxOf(notice),
      await boxOf(page.getByRole('button', { name: 'Account' })),
    ];
    expect(shown.x + shown.width).toBeLessThan(account.x);
    await context.setOffline(false);
    await expect(notice).toBeHidden();
  }
});

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test('a page scrolls, never the window', async ({ page }) => {
    await world.open(page, 'small');
    for (const path of [`/s/${world.spaceId}`, '/settings/appearance', '/admin/storage']) {
      await headingAt(page, path);
      const room = await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
        return { across: scrollWidth - clientWidth, down: scrollHeight - clientHeight };
      });
      expect({ path, ...room }).toEqual({ path, across: 0, down: 0 });
    }
  });
});

test('a page whose code cannot be loaded offline says that there is no connection', async ({
  page,
  context,
}) => {
  await world.open(page, 'no code');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page.getByText('New version available')).toHaveCount(0);
  const reload = page.getByRole('button', { name: 'Reload page' });
  await expect(reload).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
});

test('a dialog, a panel or an action whose code is missing offline leaves the page as it is', async ({
  page,
  context,
}) => {
  const folderId = await world.open(page, 'no dialogs');
  await world.person.upload(folderId, 'kept.txt', Buffer.from('kept'));
  await page.reload();
  const row = page.getByRole('row', { name: /^kept\.txt/ });
  const messages = page.getByRole('region', { name: 'Messages' });
  const message = messages.getByText('No connection to the server.');
  await row.click();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeVisible();
  // It comes when the page is idle, with what tells.
  await expect.poll(async () => await hasFetched(page, 'app-overlays')).toBe(true);
  await context.setOffline(true);
  const asks = [
    async () => await page.keyboard.press('s'),
    async () => await page.keyboard.press('i'),
    async () => await page.keyboard.press('Control+k'),
    async () => await page.getByRole('button', { name: /^Notifications/ }).click(),
    async () => await page.getByRole('button', { name: 'New space' }).click(),
  ];
  for (const ask of asks) {
    await row.focus();
    await ask();
    await expect(message).toBeVisible();
    await expect(row).toBeVisible();
    await messages.getByRole('button', { name: 'Dismiss' }).click();
    await expect(message).toBeHidden();
  }
  await context.setOffline(false);
  await row.focus();
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog', { name: 'Share “kept.txt”' })).toBeVisible();
});

test('a style sheet that could not be fetched ahead is fetched again', async ({ page }) => {
  await world.open(page, 'no styles');
  const asked: string[] = [];
  await page.route(/\/assets\/(dialog|popovers)-.*\.css/, async (route) => {
    const url = route.request().url();
    const isFirst = !asked.includes(url);
    asked.push(url);
    await (isFirst ? route.abort('connectionreset') : route.continue());
  });
  await page.reload();
  // Each is refused once and then asked for again.
  await expect.poll(() => new Set(asked).size).toBe(2);
  await expect.poll(() => asked.length).toBe(4);
});

for (const [server, answer, title] of [
  ['is down', async (route: Route) => await route.abort('connectionrefused'), 'Couldn’t load this page'],
  [
    'is down behind a proxy',
    async (route: Route) => await route.fulfill({ status: 502 }),
    'Couldn’t load this page',
  ],
  ['answers', async (route: Route) => await route.continue(), 'New version available'],
] as const) {
  test(`a page whose code cannot be loaded says why: the server ${server}`, async ({ page }) => {
    await world.open(page, `no code ${server}`);
    await page.route(/\/assets\/.*\.js/, async (route) => await route.abort('connectionrefused'));
    await page.route('**/api/v1/session/status', answer);
    await page.getByRole('link', { name: 'Trash' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload page' })).toBeEnabled();
  });
}

test('a selection that cannot be read offline is reported, and stays', async ({ page, context }) => {
  const folderId = await world.open(page, 'long list');
  const names = Array.from({ length: 210 }, (_, number) => `part ${number}`);
  for (const name of names) await world.person.call('createFolder', { body: { parentId: folderId, name } });
  await page.reload();
  await page.getByRole('row', { name: /^part 0,/ }).click();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('210 selected')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Download' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Couldn’t read the selected items.')).toBeVisible();
  await expect(page.getByText('210 selected')).toBeVisible();
  await context.setOffline(false);
});

test('an action that fails offline reports it, until the network is back', async ({ page, context }) => {
  const folderId = await world.open(page, 'no network');
  await world.person.upload(folderId, 'kept.txt', Buffer.from('kept'));
  const row = page.getByRole('row', { name: /^kept\.txt/ });
  await page.reload();
  await row.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Move to trash' })).toBeVisible();
  await page.keyboard.press('Escape');
  await row.click();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('Delete');
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Couldn’t move kept.txt to trash');
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await expect(message).toBeHidden();
  await expect(row).toBeVisible();
});
