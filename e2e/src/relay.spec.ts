// With the byte relay, the browser needs to reach only the application.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { createSamples } from './sample-files.ts';
import { welcomeInBrowser } from './sign-in/sign-in-steps.ts';

test('files of both sizes go up, are shown and come down through the one address there is', async ({
  page,
}) => {
  await using data = await createDataFolder('relay');
  await using samples = await createDataFolder('relay-samples');
  const { big } = createSamples(samples.path, 20);
  await using coffer = await startCoffer({
    dataFolder: data.path,
    environment: { ...data.environment, COFFER_RELAY: 'on' },
  });
  const elsewhere: string[] = [];
  await page.route(
    (url) => url.origin !== coffer.url && url.protocol.startsWith('http'),
    async (route) => {
      elsewhere.push(route.request().url());
      await route.abort();
    },
  );
  await welcomeInBrowser(page, coffer);
  const small = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('through one door\n') };
  await page.getByLabel('Upload files').setInputFiles(small);
  await expect(page.getByRole('row', { name: 'note.txt' })).toBeVisible();
  await page.getByLabel('Upload files').setInputFiles(big.path);
  await expect(page.getByRole('row', { name: big.name })).toBeVisible({ timeout: 120_000 });

  await page.getByRole('row').getByRole('link', { name: 'note.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'note.txt' })).toContainText('through one door');
  await page.keyboard.press('Escape');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Actions for ${big.name}` }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const content = await readFile(await (await downloading).path());
  expect(createHash('sha256').update(content).digest('hex')).toBe(big.sha256);
  expect(elsewhere).toEqual([]);
});
