// Small files whose page crashes, at each of the moments between the question for their room and their completion.
import { mkdirSync } from 'node:fs';
import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { askedFor, crash, expectNotes, holdBack, mayRead, toCall, toStore } from './cut-off.ts';
import { createDataFolder } from './data-folder.ts';
import { dropFiles } from './drop.ts';
import { createSamples } from './sample-files.ts';
import { welcomeInBrowser } from './sign-in-steps.ts';

for (const { moment, holds, mostSent } of [
  // A question or two, two bundles, and the few that had their turn before it was known that the store has nothing of them.
  { moment: 'are asked for', holds: () => toCall('/batch/uploads'), mostSent: 20 },
  { moment: 'are on their way', holds: toStore, mostSent: 20 },
  { moment: 'have arrived', holds: () => toCall('/batch/uploads/complete'), mostSent: 0 },
]) {
  test(`a crash while small files ${moment}: they go on by themselves where the browser lets them, and together`, async ({
    context,
    page,
  }) => {
    context.setDefaultTimeout(30_000);
    await using data = await createDataFolder('cut-off');
    await using disk = await createDataFolder('cut-off-disk');
    mkdirSync(disk.path, { recursive: true });
    const { folder } = createSamples(disk.path, 1);
    await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
    await welcomeInBrowser(page, coffer);
    const isUnderWay = await holdBack(page, holds(coffer));
    await dropFiles(page, [folder]);
    await isUnderWay(2);
    // As long as one page has it, the leave is not lost with the other.
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
    await expect(later.getByRole('heading', { name: '200 files are here' })).toBeVisible({ timeout: 60_000 });
    expect(sent).toBeLessThanOrEqual(mostSent);
    await expectNotes(later);
  });
}

test('a memory that is deleted while a page looks for it does not come back empty, and keeps what follows', async ({
  page,
}) => {
  await using data = await createDataFolder('cut-off-memory');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  // As if a sign-out in another tab came between the list of databases and the look into one of them.
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
