import type { NodeId } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { row, joinTreeWorld, type TreeWorld } from '../tree/tree-world.ts';

let world: TreeWorld;

test.use({ viewport: { width: 1600, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const DAY_MS = 86_400_000;
const AGES = {
  'today.txt': 0,
  'second.png': 0,
  'yesterday.pdf': 1,
  'years ago.txt': 2_000,
  'long ago.zip': 9_000,
};

async function fill(page: Page, name: string): Promise<NodeId> {
  const folderId = await world.addFolder(name);
  await world.makeFolder(folderId, 'Reports');
  for (const [file, days] of Object.entries(AGES)) {
    const noon = new Date(Date.now() - days * DAY_MS);
    if (days > 0) noon.setHours(12);
    await world.person.uploadOf(noon, { parentId: folderId, name: file }, Buffer.from(file));
  }
  await world.visit(page, `/${folderId}`);
  await expect(row(page, 'Reports')).toBeVisible();
  return folderId;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitemradio', { name: entry }).click();
}

function heading(page: Page, words: string | RegExp): Locator {
  return page.getByRole('grid').getByRole('rowheader', { name: words });
}

async function lines(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of await page.getByRole('grid').getByRole('row').all()) {
    found.push((await each.getAttribute('aria-label')) ?? (await each.innerText()).replaceAll('\n', ' '));
  }
  return found.slice(1).map((line) => line.split(',')[0] ?? '');
}

test('a list is grouped by date and by kind, follows changes, and remembers it', async ({ page }) => {
  const folderId = await fill(page, 'grouped');
  await choose(page, 'Group by date');
  await expect(heading(page, 'Today 2')).toBeVisible();
  expect(await lines(page)).toEqual([
    'Folders 1',
    'Reports',
    'Today 2',
    'second.png',
    'today.txt',
    'Yesterday 1',
    'yesterday.pdf',
    expect.stringMatching(/^20\d\d 1$/),
    'years ago.txt',
    'Older 1',
    'long ago.zip',
  ]);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '12');
  await expect(row(page, 'yesterday.pdf')).toHaveAttribute('aria-rowindex', '8');
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('groups-light.png') });
  // Keys go from row to row; headings are not in their way.
  await row(page, 'Reports').click();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'second.png')).toBeFocused();
  await page.keyboard.press('Shift+End');
  await expect(page.getByText('5 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  // Somebody else adds a file: the group counts it.
  await world.person.upload(folderId, 'newest.txt', Buffer.from('new'));
  await expect(heading(page, 'Today 3')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Today 3')).toBeVisible();
  // By the oldest, the groups turn round.
  await page.getByRole('columnheader', { name: 'Modified' }).getByRole('button').click();
  await expect.poll(async () => (await lines(page))[2]).toBe('Older 1');
  await choose(page, 'Group by kind');
  await expect(heading(page, 'PDF 1')).toBeVisible();
  await expect(heading(page, 'Text 3')).toBeVisible();
  await expect(heading(page, 'Archive 1')).toBeVisible();
  // A list by name has no groups; by kind they are back.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(heading(page, 'PDF 1')).toHaveCount(0);
  await page.getByRole('columnheader', { name: 'Kind' }).getByRole('button').click();
  await expect(heading(page, 'PDF 1')).toBeVisible();
  await choose(page, 'Don’t group');
  await expect(heading(page, 'PDF 1')).toHaveCount(0);
});

test('a heading stays in sight with its group, and its menu leads to the others', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 420 });
  const folderId = await world.addFolder('long groups');
  for (let number = 10; number < 40; number += 1) await world.makeFolder(folderId, `folder ${number}`);
  for (const [file, days] of Object.entries(AGES)) {
    const then = new Date(Date.now() - days * DAY_MS);
    await world.person.uploadOf(then, { parentId: folderId, name: file }, Buffer.from(file));
  }
  await world.visit(page, `/${folderId}`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await choose(page, 'Group by date');
  await expect(heading(page, 'Folders 30')).toBeVisible();
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, 400);
  await expect(row(page, 'folder 38')).not.toBeInViewport();
  await expect(heading(page, 'Folders 30')).toBeInViewport();
  // Going up, the row with the focus is not below the heading.
  await heading(page, 'Folders 30').getByRole('button').click();
  await page.keyboard.press('Escape');
  await row(page, 'folder 20').click();
  await page.keyboard.press('End');
  await expect(row(page, 'long ago.zip')).toBeFocused();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowUp');
  const focused = await page.locator(':focus').boundingBox();
  const label = await heading(page, 'Folders 30').boundingBox();
  expect(focused?.y ?? 0).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0) - 1);
  await heading(page, 'Folders 30').getByRole('button').click();
  await page.getByRole('menuitemradio', { name: 'Yesterday' }).click();
  await expect(row(page, 'yesterday.pdf')).toBeFocused();
  await expect(heading(page, 'Yesterday 1')).toBeInViewport();
});

async function widthOf(page: Page, column: string): Promise<number> {
  return Math.round((await page.getByRole('columnheader', { name: column }).boundingBox())?.width ?? 0);
}

for (const [locale, words] of [
  ['en', { kind: 'Kind', size: 'Size', wider: 'Shift+ArrowRight' }],
  ['ar', { kind: 'النوع', size: 'الحجم', wider: 'Shift+ArrowLeft' }],
] as const) {
  test(`columns are sized by pointer and by keys, and stay so (${locale})`, async ({ page }) => {
    await fill(page, `sized ${locale}`);
    await page.evaluate((lang) => localStorage.setItem('coffer.preferences', `{"locale":"${lang}"}`), locale);
    await page.reload();
    const today = page.getByRole('row').filter({ hasText: 'today.' });
    await expect(today).toBeVisible();
    const before = { kind: await widthOf(page, words.kind), size: await widthOf(page, words.size) };
    await page.getByRole('columnheader', { name: words.kind }).hover();
    const line = page.locator('[data-divider="1"]');
    await expect(line).toBeVisible();
    const divider = await line.boundingBox();
    const at = { x: (divider?.x ?? 0) + 4, y: (divider?.y ?? 0) + 10 };
    const towardsSize = locale === 'en' ? 30 : -30;
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + towardsSize, at.y, { steps: 4 });
    await page.screenshot({ path: test.info().outputPath(`sizing-${locale}.png`) });
    await page.mouse.up();
    await expect.poll(async () => await widthOf(page, words.kind)).toBe(before.kind + 30);
    expect(await widthOf(page, words.size)).toBe(before.size - 30);
    await page.reload();
    await expect(today).toBeVisible();
    expect(await widthOf(page, words.kind)).toBe(before.kind + 30);
    // Escape lets go.
    await page.getByRole('columnheader', { name: words.kind }).hover();
    await expect(line).toBeVisible();
    await page.mouse.move(at.x + towardsSize, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await widthOf(page, words.kind)).toBe(before.kind + 30);
    await page.mouse.dblclick(at.x + towardsSize, at.y);
    await expect
      .poll(async () => await widthOf(page, words.kind), { timeout: 5_000 })
      .toBeLessThan(before.kind);
    const fitted = await widthOf(page, words.kind);
    await page.getByRole('columnheader', { name: words.kind }).getByRole('button').focus();
    await page.keyboard.press(words.wider);
    await expect.poll(async () => await widthOf(page, words.kind)).toBeGreaterThan(fitted);
    expect(await judge(page)).toEqual([]);
  });
}
