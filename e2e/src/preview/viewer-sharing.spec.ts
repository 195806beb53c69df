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

test('a file is shared, linked and its versions are seen from the viewer', async ({ page }) => {
  const { preview } = await showFile(world, page, { name: 'plan.md', content: Buffer.from('# Plan') });
  await expect(preview.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible();
  await preview.getByRole('heading', { name: 'Plan', exact: true }).click();
  await page.keyboard.press('l');
  const links = page.getByRole('dialog', { name: 'Links to plan.md' });
  await expect(links).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(links).toBeHidden();
  await expect(preview).toBeVisible();
  await preview.getByRole('button', { name: 'Share', exact: true }).click();
  const share = page.getByRole('dialog', { name: 'Share “plan.md”' });
  await expect(share).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('share.png') });
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();
  await expect(preview).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await preview.getByRole('button', { name: 'Details', exact: true }).click();
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('details-phone.png') });
  await preview.getByRole('button', { name: 'Versions', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Versions of plan.md' })).toBeVisible();
});
