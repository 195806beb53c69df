import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';
import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { judge } from './judge-screens.ts';
import { welcomeInBrowser } from './sign-in/sign-in-steps.ts';
import { choose, headlineOf, holdParts, joinTransferWorld, rowOf, trayOf } from './transfers-world.ts';
import { controlPauses } from './waits/skip-pauses.ts';

/** Longer than the first six retries. */
const AWAY_SECONDS = 40;

test('an upload survives a restart of the application without a click', async ({ page }) => {
  await using data = await createDataFolder('outage');
  await using disk = await createDataFolder('outage-disk');
  mkdirSync(disk.path, { recursive: true });
  const path = join(disk.path, 'long.bin');
  writeFileSync(path, randomBytes(60 * MIB));
  const options = { dataFolder: data.path, environment: data.environment };
  const before = await startCoffer(options);
  const { ports } = before;
  const pauses = await controlPauses(page);
  try {
    await welcomeInBrowser(page, before);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    const open = await holdParts(page, 2);
    await choose(page, path);
    await expect(rowOf(page, 'long.bin')).toContainText('16.8 MB');
    const stopped = before.stop();
    open();
    await stopped;
    const askedBefore = asked.length;
    const waits = trayOf(page).getByText(/The server isn’t responding/);
    await pauses.skipUntil(async () => await waits.first().isVisible());
    expect(await judge(page)).toEqual([]);
    for (let second = 0; second < AWAY_SECONDS; second += 1) await pauses.skip(1_000);
    expect(asked.length - askedBefore).toBeLessThan(30);
    await expect(waits.first()).toBeVisible();
  } finally {
    await before.stop();
  }
  await using _ = await startCoffer({ ...options, ports });
  const done = headlineOf(page, '1 file uploaded');
  await pauses.skipUntil(async () => await done.isVisible());
});

test('an upload that begins while the server is away waits for its worker, and goes on', async ({ page }) => {
  await using world = await joinTransferWorld();
  const disk = world.makeDisk('outage');
  await world.open(page, 'Outage');
  const pauses = await controlPauses(page);
  const addresses = [/\/transfer\.worker/, /\/api\/v1\//];
  for (const address of addresses) await page.route(address, async (route) => await route.abort());
  const path = join(disk, 'a.txt');
  writeFileSync(path, 'a');
  await choose(page, path);
  const waits = trayOf(page).getByText(/The server isn’t responding/);
  await pauses.skipUntil(async () => await waits.first().isVisible());
  for (const address of addresses) await page.unroute(address);
  const done = headlineOf(page, '1 file uploaded');
  await pauses.skipUntil(async () => await done.isVisible());
});
