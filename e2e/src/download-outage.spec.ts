import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { MIB } from '@coffer/kit';
import { unzipped } from '../../apps/web/src/features/download/zip-reader.world.ts';
import { dropFiles } from './drop.ts';
import { judge } from './judge-screens.ts';
import { headlineOf, sha256, startTransferWorld, trayOf } from './transfers-world.ts';

test('a download waits for an unavailable store and resumes automatically', async ({ page }) => {
  await using world = await startTransferWorld();
  const contents = { 'a.bin': randomBytes(20 * MIB), 'b.txt': Buffer.from('B') };
  await world.open(page, 'Outage');
  const folder = join(world.makeDisk('Outage'), 'Set');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
  await dropFiles(page, [folder]);
  await expect(headlineOf(page, /uploaded$/)).toBeVisible({ timeout: 120_000 });
  await trayOf(page).getByRole('button', { name: 'Close' }).click();

  const state = { isAway: true };
  const asked: string[] = [];
  await page.route(
    (url) => url.port === String(world.coffer.ports.store),
    async (route) => {
      const from = route.request().headers()['range'] ?? 'from its start';
      asked.push(`${route.request().url().includes('a.bin') ? 'a.bin' : 'b.txt'} ${from}`);
      if (!state.isAway) await route.continue();
      else if (asked.length > 1) await route.abort('connectionrefused');
      else {
        const headers = { 'access-control-allow-origin': '*' };
        await route.fulfill({ headers, body: contents['a.bin'].subarray(0, 10 * MIB) });
      }
    },
  );
  const arriving = page.waitForEvent('download');
  await page.getByRole('row', { name: /^Set/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const downloads = page.getByRole('region', { name: 'Downloads' });
  await expect(downloads.getByText('Storage isn’t responding. Resumes automatically.')).toBeVisible();
  await expect(downloads.getByText('10.5 MB of 21 MB · 1 file left')).toBeVisible();
  await page.context().setOffline(true);
  await expect(downloads.getByText('Waiting for connection. Resumes automatically.')).toBeVisible();
  await page.context().setOffline(false);
  const comeOnline = async (): Promise<number> => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    return asked.length;
  };
  // The download must not stop after a fixed number of retries.
  await expect.poll(comeOnline).toBeGreaterThan(12);
  await expect(downloads.getByText('10.5 MB of 21 MB · 1 file left')).toBeVisible();
  await expect(downloads.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(await judge(page)).toEqual([]);

  state.isAway = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const read = unzipped(readFileSync(await (await arriving).path()));
  expect(Object.keys(read).toSorted()).toEqual(['Set/', 'Set/a.bin', 'Set/b.txt']);
  expect(sha256(read['Set/a.bin'] ?? Buffer.alloc(0))).toBe(sha256(contents['a.bin']));
  expect([...new Set(asked)]).toEqual([
    'a.bin from its start',
    'a.bin bytes=10485760-',
    'b.txt from its start',
  ]);
  await expect(downloads.getByRole('heading', { name: '1 download complete' })).toBeVisible();
});
