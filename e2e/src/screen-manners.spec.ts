import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { judge } from './judge-screens.ts';
import { choose, joinTransferWorld, type TransferWorld, trayOf } from './transfers-world.ts';

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('an empty folder offers what can be done with it, and nothing that needs entries', async ({ page }) => {
  await world.open(page, 'empty');
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible();
  await expect(page.getByText('Drop files or folders here, or choose them.')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.getByRole('grid').focus();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByLabel('Name').fill('first');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^first/ })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible();
  await page.getByRole('row', { name: /^first/ }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.getByRole('main').getByRole('button', { name: 'New folder' }).last().click();
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
});

test.describe('on a telephone', () => {
  test.use(PHONE);
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(makeMessagesStay);
  });

  test('an empty folder does not speak of dropping', async ({ page }) => {
    await world.open(page, 'empty phone');
    await expect(page.getByText('Add files, photos or videos, or create a folder.')).toBeVisible();
    await expect(page.getByText(/drop/i)).toHaveCount(0);
  });

  test('a message lies over nothing that can be pressed, not even the end of a full list', async ({
    page,
  }) => {
    const folderId = await world.open(page, 'messages');
    for (let number = 10; number < 30; number += 1) {
      await world.person.call('createFolder', { body: { parentId: folderId, name: `shelf ${number}` } });
    }
    const path = join(world.makeDisk('messages'), 'note.txt');
    writeFileSync(path, 'note');
    await choose(page, path);
    await expect(trayOf(page).getByText('1 file uploaded')).toBeVisible();
    const messages = page.getByRole('region', { name: 'Messages' });
    for (const name of ['one', 'two']) await makeFolder(page, name);
    await expect(messages.getByText('Created “two”')).toBeVisible();
    await messages.getByText('Created “two”').scrollIntoViewIfNeeded();
    expect(await coveredBy(page, 'Messages')).toEqual([]);
    await trayOf(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('grid').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    const last = page.getByRole('button', { name: 'Actions for note.txt' });
    await expect(last).toBeVisible();
    expect(await coveredBy(page, 'Messages')).toEqual([]);
    await last.tap();
    await expect(page.getByRole('menu')).toBeVisible();
  });

  test('a message goes by its button and by a swipe, and not by a finger that thinks better of it', async ({
    page,
  }) => {
    await world.open(page, 'swipes');
    const messages = page.getByRole('region', { name: 'Messages' });
    const one = messages.getByText('Created “one”');
    const two = messages.getByText('Created “two”');
    await makeFolder(page, 'one');
    await messages.getByRole('button', { name: 'Dismiss' }).tap();
    await expect(one).toHaveCount(0);
    await makeFolder(page, 'two');
    await expect(two).toBeVisible();
    await swipe(page, await middleOf(page, 'Created “two”'), 20);
    await expect(two).toBeVisible();
    await swipe(page, await middleOf(page, 'Created “two”'), -200);
    await expect(two).toHaveCount(0);
    // Swiping across "Undo" must not press it.
    await expect(page.getByRole('row', { name: /^two/ })).toBeVisible();
  });
});

const LACKS = {
  'light-dark()': () => {
    const { supports } = CSS;
    Object.assign(CSS, {
      supports: (name: string, value: string) => !value.includes('light-dark') && supports(name, value),
    });
  },
  popovers: () => Reflect.deleteProperty(HTMLElement.prototype, 'popover'),
  'AbortSignal.any': () => Reflect.deleteProperty(AbortSignal, 'any'),
  'indexedDB.databases': () => Reflect.deleteProperty(IDBFactory.prototype, 'databases'),
} satisfies Readonly<Record<string, () => unknown>>;

for (const [name, lack] of Object.entries(LACKS)) {
  test(`a browser without ${name} is told that it is too old, and nothing of the application starts in it`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    await page.addInitScript(lack);
    await page.goto(world.coffer.url);
    const words = page.getByRole('main').filter({ visible: true });
    await expect(words.getByRole('heading', { name: 'This browser is too old for Coffer' })).toBeVisible();
    await expect(words.getByText(/Chrome 123, Edge 123, Firefox 126, Safari 17\.5/)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.locator('#app')).toBeHidden();
    expect(await judge(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('a page that stays empty says in time what could be the matter, whatever did not arrive', async ({
  page,
}) => {
  await page.route(/\/theme\.js$|\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(world.coffer.url);
  const words = page.locator('.boot-late [lang="en"]');
  const others = page.locator('.boot-late [lang="ar"]');
  await expect(words).toBeHidden();
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await expect(words).toBeVisible();
  await expect(words).toHaveText(/Nothing yet\?\s+Reload the page\. .*Firefox 126/);
  await expect(others).toBeHidden();
  expect(await judge(page)).toEqual([]);
  // Browsers without cascade layers ignore the whole style sheet.
  await page.route(/\.css$/, (route) => route.abort());
  await page.reload();
  await expect(words).toBeVisible();
  await expect(others).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Email or user name')).toBeVisible();
  await expect(words).toHaveCount(0);
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('an older browser is told in Arabic', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'));
    await page.goto(world.coffer.url);
    await expect(page.getByRole('heading', { name: 'هذا المتصفح أقدم من أن يعمل فيه Coffer' })).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(1);
  });
});

function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** Messages normally disappear after 15 seconds. */
function makeMessagesStay(): void {
  const set = window.setTimeout.bind(window);
  const stretch = (act: () => void, ms = 0): number => set(act, ms < 8_000 ? ms : ms * 20);
  Object.assign(window, { setTimeout: stretch });
}

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'New folder' }).tap();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create folder' }).tap();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear selection' }).tap();
}

async function coveredBy(page: Page, region: string): Promise<readonly string[]> {
  return await page.evaluate((label) => {
    const over = document.querySelector(`section[aria-label="${label}"]`);
    return Array.from(document.querySelectorAll('a[href], button, input:not([hidden])'))
      .filter((control) => control.checkVisibility() && over?.contains(control) !== true)
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const points = [
          [left + width / 2, top + 2],
          [left + width / 2, top + height / 2],
          [left + width / 2, top + height - 2],
        ] as const;
        // Rows scrolled out of a list are not covered.
        const list = control.closest('[role="grid"]')?.getBoundingClientRect();
        const isShown = (y: number): boolean => list === undefined || (y > list.top && y < list.bottom);
        return points.some(
          ([x, y]) => isShown(y) && over?.contains(document.elementFromPoint(x, y)) === true,
        );
      })
      .map((control) => control.outerHTML.slice(0, 200));
  }, region);
}

async function middleOf(page: Page, words: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.getByRole('region', { name: 'Messages' }).getByText(words).boundingBox();
  if (box === null) throw new Error(`${words} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function swipe(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
  distancePx: number,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number): Promise<void> => {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: at, y }];
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', x);
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', x + (distancePx * step) / 5);
  await touch('touchEnd', x + distancePx);
  await devtools.detach();
}
