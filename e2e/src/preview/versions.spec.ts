import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { createPng } from '../sample-files.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createXlsx } from './office-files.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('an older text and an older picture are compared with the current one', async ({ page }) => {
  const folderId = await world.open(page, 'versions');
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
  const notes = await world.person.upload(folderId, 'notes.txt', Buffer.from(lines.join('\n')));
  const edited = lines.with(29, 'another line').toSpliced(50, 0, 'a new line');
  await world.person.replace(notes, Buffer.from(edited.join('\n')));
  const counts = [['Kind', 'Count'], ...Array.from({ length: 20 }, (_, at) => [`Bird ${at}`, at])];
  const book = await world.person.upload(folderId, 'counts.xlsx', createXlsx({ Birds: counts }));
  const recounted = counts.with(4, ['Bird 3', 99]).toSpliced(15, 1);
  await world.person.replace(book, createXlsx({ Birds: [...recounted, ['Heron', 9]] }));
  const picture = await world.person.upload(folderId, 'sunset.png', createPng(300, 200));
  await world.person.replace(picture, createPng(200, 300));
  const compare = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare version 1 with the current one' }).click();
  };
  await compare('notes.txt');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Lines removed: 1. Lines added: 2.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /30 . line 30 30 . another line/ })).toBeVisible();
  await expect(dialog.getByText('line 10', { exact: true })).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 667 });
  const [head, line] = [
    await dialog.getByRole('columnheader', { name: 'Version 2' }).boundingBox(),
    await dialog.getByText('another line').boundingBox(),
  ];
  expect(Math.abs((head?.x ?? 0) - (line?.x ?? 1_000))).toBeLessThan(24);
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog.getByRole('button', { name: '26 unchanged lines' }).click();
  await expect(dialog.getByText('line 10', { exact: true })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'All versions' }).click();
  await expect(
    dialog
      .getByText('Version 2 (current)')
      .or(dialog.getByText(/Version 2/))
      .first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Label version 1' }).click();
  await dialog.getByLabel('Label', { exact: true }).fill('As it was sent');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('As it was sent')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Label version 1' })).toBeFocused();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await compare('counts.xlsx');
  const summary = 'Rows added: 1. Rows removed: 1. Cells changed: 1. The first sheets are compared.';
  await expect(dialog.getByText(summary)).toBeVisible();
  await expect(dialog.getByRole('row', { name: '5 Bird 3 3 99' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: '16 removed Bird 14 14' })).toBeVisible();
  await expect(dialog.getByText('Bird 8')).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('compare-tables.png') });
  await page.keyboard.press('Escape');
  await compare('sunset.png');
  const slider = dialog.getByRole('slider', { name: 'Line between both versions' });
  await expect(dialog.getByRole('img')).toHaveCount(2);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  expect(await judge(page)).toEqual([]);
});

test('tables are compared however long the store takes', async ({ page }) => {
  const folderId = await world.addFolder('slow versions');
  const counts = await world.person.upload(folderId, 'counts.csv', Buffer.from('Kind,Count\nHeron,4\n'));
  await world.person.replace(counts, Buffer.from('Kind,Count\nHeron,5\n'));
  const held = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(/\/blobs\//, async (route) => {
    asked += 1;
    await held.promise;
    await route.fallback();
  });
  await page.clock.install();
  await world.visit(page, `/${folderId}`);
  await page.getByRole('button', { name: 'Actions for counts.csv' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare version 1 with the current one' }).click();
  await expect.poll(() => asked).toBe(2);
  await page.clock.fastForward(40_000);
  held.resolve(undefined);
  await expect(page.getByRole('dialog').getByText('Cells changed: 1.')).toBeVisible();
});

test('an older version is deleted for good, and says what that frees', async ({ page }) => {
  const folderId = await world.open(page, 'deleted versions');
  const file = await world.person.upload(folderId, 'plan.txt', Buffer.from('first'));
  await world.person.replace(file, Buffer.from('second thoughts'));
  await page.getByRole('button', { name: 'Actions for plan.txt' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions of plan.txt' });
  await expect(dialog.getByText('Labelled versions are always kept.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete version 2' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete version 1' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete version 1?' });
  await expect(question.getByText('It frees 5 bytes.')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('delete-version.png') });
  await question.getByRole('button', { name: 'Delete version' }).click();
  await expect(page.getByText('Deleted version 1 of plan.txt').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete version 1' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Download version 2' })).toBeFocused();
  await page.screenshot({ path: test.info().outputPath('versions.png') });
  const { items } = await world.person.call('listVersions', { params: { nodeId: file.id } });
  expect(items.map(({ number }) => number)).toEqual([2]);
});

test('a file with many versions shows them all', async ({ page }) => {
  const count = 105;
  const folderId = await world.open(page, 'many versions');
  const file = await world.person.upload(folderId, 'plan.txt', Buffer.from('first'));
  await world.person.replace(file, Buffer.from('second'));
  const params = { nodeId: file.id };
  const { items } = await world.person.call('listVersions', { params });
  const restored = Array.from({ length: count }, () => items).flat();
  for (const { id: versionId } of restored.slice(1, count - 1)) {
    const { revision } = await world.person.call('getNode', { params });
    await world.person.call('restoreVersion', { params: { ...params, versionId }, revision });
  }
  await page.getByRole('button', { name: 'Actions for plan.txt' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions of plan.txt' });
  const rows = dialog.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem');
  await expect(rows).toHaveCount(100);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(count);
  await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Download version 1', exact: true })).toBeVisible();
});
