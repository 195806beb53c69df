import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutOff, judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const COUNT = {
  night: '14 October',
  gates: [
    { number: 3, birds: { curlew: 41, bittern: 0 } },
    { number: 4, birds: { curlew: 18 } },
  ],
  isDry: true,
};

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('JSON is a tree that is opened by keyboard, and shows its source', async ({ page }) => {
  const preview = await show(page, 'count.json', JSON.stringify(COUNT, null, 2));
  const tree = preview.getByRole('tree', { name: 'Tree of count.json' });
  await expect(tree.getByRole('treeitem', { name: /night: “14 October”/ })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  await tree.focus();
  for (const key of [
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
  ])
    await page.keyboard.press(key);
  await expect(tree.getByRole('treeitem', { name: /curlew: 41/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(preview.getByText('gates › 0 › birds › curlew')).toBeVisible();
  await expect(preview.getByRole('status', { name: 'Selected value' })).toHaveText('41');
  await page.keyboard.press('ArrowLeft');
  await expect(preview.getByText('gates › 0 › birds', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem', { name: /curlew/ })).toHaveCount(0);
  await preview.getByRole('button', { name: 'Expand all' }).click();
  await expect(tree.getByRole('treeitem', { name: /curlew/ })).toHaveCount(2);
  await preview.getByRole('button', { name: 'Collapse all' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(4);
  await preview.getByRole('button', { name: 'Source' }).click();
  await expect(preview.getByText('"night": "14 October"')).toBeVisible();
});

test('a tree fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const preview = await show(page, 'phone.json', JSON.stringify({ ...COUNT, long: 'word '.repeat(200) }));
  await expect(preview.getByRole('treeitem', { name: /night/ })).toBeVisible();
  expect(await preview.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
});

test('deep, twofold, broken and empty JSON is shown as it is', async ({ page }) => {
  const deep = await show(page, 'deep.json', '['.repeat(100_000) + ']'.repeat(100_000));
  await deep.getByRole('button', { name: 'Expand all' }).click();
  await deep.getByRole('tree').focus();
  await page.keyboard.press('End');
  await expect(deep.getByRole('treeitem', { name: /0: 0 items/ })).toBeVisible();

  const twofold = await show(
    page,
    'twofold.json',
    '{"a":1,"a":12345678901234567890,"__proto__":{"ran":true}}',
  );
  await expect(twofold.getByRole('treeitem', { name: 'a: 1', exact: true })).toBeVisible();
  await expect(twofold.getByRole('treeitem', { name: 'a: 12345678901234567890' })).toBeVisible();
  await expect(twofold.getByRole('treeitem', { name: /__proto__/ })).toBeVisible();
  expect(await page.evaluate(() => Object.hasOwn(Object.prototype, 'ran'))).toBe(false);

  const broken = await show(page, 'broken.json', '{\n"a": 1,\n"b": <script>alert(1)</script>\n}');
  await expect(
    broken.getByText('This isn’t valid JSON: see line 3. Its source is shown instead.'),
  ).toBeVisible();
  await expect(broken.getByText('<script>alert(1)</script>')).toBeVisible();
  const empty = await show(page, 'empty.json', '');
  await expect(empty.getByText('This file is empty')).toBeVisible();
});

async function show(page: Page, name: string, source: string): Promise<Locator> {
  const folderId = await world.addFolder(`folder of ${name}`);
  return await world.preview(page, await world.person.upload(folderId, name, Buffer.from(source)));
}
