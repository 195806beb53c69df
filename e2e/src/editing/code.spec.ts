import type { NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const PYTHON = `# Readings of the gauge
from dataclasses import dataclass

@dataclass
class Reading:
    level: float = 1.5

def readings(path):
    return [Reading(1.0), Reading(2.0)]
${'x = 1\n'.repeat(190)}`;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('code has colours, numbers and a language, and no rule of the page is broken', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|Trusted/i.test(message.text())) refused.push(message.text());
  });
  const folderId = await world.addFolder('code');
  const { code, preview } = await openText(page, await upload(folderId, 'gauge.py', PYTHON));
  await expect(preview.getByText('Python')).toBeVisible();
  await expect(preview.getByText('200 lines')).toBeVisible();
  await expect(preview.getByText('UTF-8')).toBeVisible();
  const keyword = code.getByText('class', { exact: true });
  const plain = await code.evaluate((element) => getComputedStyle(element).color);
  await expect
    .poll(async () => await keyword.evaluate((element) => getComputedStyle(element).color))
    .not.toBe(plain);
  expect(await judge(page)).toEqual([]);
  expect(refused).toEqual([]);
});

test('words are found and a line is opened by keyboard, while file navigation is off', async ({ page }) => {
  const folderId = await world.addFolder('keys');
  const file = await upload(folderId, 'gauge.py', PYTHON);
  await upload(folderId, 'other.txt', 'Another file.');
  const { code, preview } = await openText(page, file);
  await page.keyboard.press('Control+f');
  const field = preview.getByRole('textbox', { name: 'Find in this file' });
  await expect(field).toBeFocused();
  await page.keyboard.type('reading');
  await expect(preview.getByText('1 of 5')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(preview.getByText('2 of 5')).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(preview.getByText('1 of 5')).toBeVisible();
  await preview.getByRole('button', { name: 'Match case' }).click();
  await expect(preview.getByText('1 of 1')).toBeVisible();
  await field.fill('nowhere');
  await expect(preview.getByText('No matches')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(code).toBeFocused();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await expect(preview.getByText('150', { exact: true })).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('i');
  await expect(preview.getByRole('heading', { level: 1, name: 'gauge.py' })).toBeVisible();
  await expect(preview.getByRole('complementary')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
});

test('long lines are wrapped or not, as was chosen last', async ({ page }) => {
  const folderId = await world.addFolder('wrap');
  const file = await upload(folderId, 'long.txt', `${'word '.repeat(400)}\n`);
  const { code, preview } = await openText(page, file);
  const wrap = preview.getByRole('button', { name: 'Wrap lines' });
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
  const widthOf = async (): Promise<number> => (await code.boundingBox())?.width ?? 0;
  const wrapped = await widthOf();
  await wrap.click();
  await expect.poll(widthOf).toBeGreaterThan(wrapped * 1.5);
  await page.reload();
  await expect(wrap).toHaveAttribute('aria-pressed', 'false');
});

test('a file that is not text says so, whatever its extension, and is shown as text on demand', async ({
  page,
}) => {
  const folderId = await world.addFolder('binary');
  const file = await world.person.upload(
    folderId,
    'binary.txt',
    Buffer.from(Uint8Array.from({ length: 2_000 }, (_, index) => index % 32)),
  );
  const preview = await world.preview(page, file);
  await expect(preview.getByText('This file doesn’t seem to be text')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Show as text' }).click();
  await expect(preview.getByRole('textbox', { name: 'Text of binary.txt' })).toBeVisible();
});

test('texts of other encodings are readable, each line in its direction', async ({ page }) => {
  const folderId = await world.addFolder('encodings');
  const arabic = 'قائمة المشتريات';
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${arabic}\nbread\n`, 'utf16le')]);
  const first = await openText(page, await world.person.upload(folderId, 'wide.txt', wide));
  await expect(first.preview.getByText('UTF-16 LE')).toBeVisible();
  const directionOf = async (words: string): Promise<string> =>
    await first.code.getByText(words).evaluate((line) => getComputedStyle(line).direction);
  expect(await directionOf(arabic)).toBe('rtl');
  expect(await directionOf('bread')).toBe('ltr');
  const old = Buffer.from('A menu of the caf\xe9: tea 2 \x80', 'latin1');
  const second = await openText(page, await world.person.upload(folderId, 'old.txt', old));
  await expect(second.preview.getByText('Windows-1252')).toBeVisible();
  await expect(second.code.getByText('café: tea 2 €')).toBeVisible();
});

test('a long log is read by its lines: any of them is gone to and found', async ({ page }) => {
  const folderId = await world.addFolder('long');
  const lines = Array.from({ length: 400_000 }, (_, index) => `2026-11-24 all is well, ${index + 1}`);
  lines[350_000] = 'The Lock of gate four is open';
  const file = await upload(folderId, 'long.log', lines.join('\r\n'));
  const preview = await world.preview(page, file);
  await expect(preview.getByText('all is well, 1', { exact: false }).first()).toBeVisible();
  await expect(preview.getByText('400,000 lines')).toBeVisible();
  await preview.getByRole('region', { name: 'Text of long.log' }).focus();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('399999');
  await page.keyboard.press('Enter');
  await expect(preview.getByText('all is well, 399999')).toBeInViewport();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('lock of GATE');
  await expect(preview.getByText('The Lock of gate four is open')).toBeInViewport();
  await expect(preview.getByText('1 of 1 lines', { exact: true })).toBeVisible();
  expect(await judge(page)).toEqual([]);
});

test('of a long text in UTF-16 the beginning is shown', async ({ page }) => {
  const folderId = await world.addFolder('wide');
  const words = Buffer.from(`\ufeff${'all is well\n'.repeat(230_000)}`, 'utf16le');
  const { code, preview } = await openText(page, await world.person.upload(folderId, 'wide.log', words));
  await expect(preview.getByText('Showing the first 5.2 MB.')).toBeVisible();
  await expect(code.getByText('all is well').first()).toBeVisible();
});

async function upload(folderId: NodeView['id'], name: string, content: string): Promise<NodeView> {
  return await world.person.upload(folderId, name, Buffer.from(content));
}

async function openText(
  page: Page,
  file: NodeView,
): Promise<{ readonly preview: Locator; readonly code: Locator }> {
  const preview = await world.preview(page, file);
  const code = preview.getByRole('textbox', { name: `Text of ${file.name}` });
  await expect(code).toBeVisible();
  return { preview, code };
}
