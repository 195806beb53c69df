import { mkdirSync } from 'node:fs';
import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { askedFor, crash, expectNotes, holdBack, mayRead, toCall, toStore } from './crash-recovery.ts';
import { createDataFolder } from './data-folder.ts';
import { dropFiles } from './drop.ts';
import { createSamples } from './sample-files.ts';
import { welcomeInBrowser } from './sign-in/sign-in-steps.ts';

for (const { moment, holds, mostSent } of [
  // One or two requests, two bundles, and files that started before the page knew that the store has none of them.
  { moment: 'are reserved', holds: () => toCall('/batch/uploads'), mostSent: 20 },
  { moment: 'are sent', holds: toStore, mostSent: 20 },
  { moment: 'are completed', holds: () => toCall('/batch/uploads/complete'), mostSent: 0 },
]) {
  test(`after a crash while small files ${moment}, they resume automatically and in batches where handles are stored`, async ({
    context,
    page,
  }) => {
    context.setDefaultTimeout(120_000);
    await using data = await createDataFolder('crash-recovery');
    await using disk = await createDataFolder('crash-recovery-disk');
    mkdirSync(disk.path, { recursive: true });
    const { folder } = createSamples(disk.path, 1);
    await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
    await welcomeInBrowser(page, coffer);
    const isUnderWay = await holdBack(page, holds(coffer));
    await dropFiles(page, [folder]);
    await isUnderWay(2);
    // Another open page keeps the permission alive.
    const holder = await context.newPage();
    await holder.goto(`${coffer.url}/theme.js`);
    expect(await mayRead(holder)).toBe(true);
    await crash(page);
    await page.close();

    const later = await context.newPage();
    let sent = 0;
    later.on('request', (request) => {
      if (request.method() !== 'GET' && toStore(coffer)(new URL(request.url()))) sent += 1;
    });
    await later.goto(coffer.url);
    await expect(later.getByRole('heading', { name: '200 files uploaded' })).toBeVisible({
      timeout: 120_000,
    });
    expect(sent).toBeLessThanOrEqual(mostSent);
    await expectNotes(later);
  });
}

test('a journal deleted during the check is not recreated empty, and records later uploads', async ({
  page,
}) => {
  await using data = await createDataFolder('cut-off-memory');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  // Simulates a sign-out in another tab.
  await page.addInitScript(() => {
    Object.assign(indexedDB, { databases: async () => [{ name: 'coffer-transfers', version: 1 }] });
  });
  const looked = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/uploads');
  await welcomeInBrowser(page, coffer);
  await looked;
  const isUnderWay = await holdBack(page, toStore(coffer));
  await page.getByLabel('Upload files').setInputFiles({
    name: 'kept.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(100_000),
  });
  await isUnderWay(1);
  expect(await askedFor(page)).toBe(1);
});
