import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { showFile } from './shown-file.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test.use({ actionTimeout: 60_000 });

test('a file is shared, linked, moved and deleted from its viewer', async ({ page }) => {
  const { preview } = await showFile(world, page, { name: 'plan.md', content: Buffer.from('# Plan') });
  await expect(preview.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible();

  const shareButton = preview.getByRole('button', { name: 'Share', exact: true });
  await shareButton.click();
  const share = page.getByRole('dialog', { name: 'Share “plan.md”' });
  await expect(share).toBeVisible();
  expect(await judge(page)).toEqual([]);
  // Letters are for the dialog, not for the file below.
  await page.keyboard.type('i');
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();
  await expect(preview.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
  await expect(shareButton).toBeFocused();

  const more = preview.getByRole('button', { name: 'More actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Get link' }).click();
  const links = page.getByRole('dialog', { name: 'Links to plan.md' });
  await expect(links).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(links).toBeHidden();
  await expect(more).toBeFocused();

  await more.click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const move = page.getByRole('dialog', { name: 'Move “plan.md”' });
  await move.getByRole('button', { name: 'Files', exact: true }).click();
  await move.getByRole('button', { name: 'Move here' }).click();
  await expect(move).toBeHidden();
  // The toast lies above the viewer, and can be pressed.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(preview).toBeVisible();
  // The list below follows the file, and draws it again.
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Moved “plan.md” back')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByLabel('New name for plan.md')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('New name for plan.md')).toHaveCount(0);
  await more.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByLabel('New name for plan.md')).toBeFocused();
  await page.keyboard.type('plans');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'plans.md' })).toBeAttached();
  // Within a field the key is for its text.
  await expect(page.getByRole('textbox', { name: /^New name for/ })).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(messages.getByText('plans.md moved to trash')).toBeVisible();
});
