// An application that is away for longer than any pause of the first tries, as while it is updated: the upload goes on by itself.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '@coffer/kit';
import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { judge } from './judge-screens.ts';
import { welcomeInBrowser } from './sign-in-steps.ts';
import { choose, headlineOf, holdParts, rowOf, trayOf } from './transfers-world.ts';

/** The first six tries were over after half a minute. */
const AWAY_MS = 40_000;

test('an upload outlasts an application that is stopped and started again, and nobody clicks', async ({
  page,
}) => {
  await using data = await createDataFolder('outage');
  await using disk = await createDataFolder('outage-disk');
  mkdirSync(disk.path, { recursive: true });
  const path = join(disk.path, 'long.bin');
  writeFileSync(path, randomBytes(60 * MIB));
  const options = { dataFolder: data.path, environment: data.environment };
  const before = await startCoffer(options);
  const { ports } = before;
  try {
    await welcomeInBrowser(page, before);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    const open = await holdParts(page, 2);
    await choose(page, path);
    await expect(rowOf(page, 'long.bin')).toContainText('16 MB');
    const stopped = before.stop();
    open();
    await stopped;
    const askedBefore = asked.length;
    const waits = trayOf(page).getByText(/does not answer/);
    await expect(waits.first()).toBeVisible();
    expect(await judge(page)).toEqual([]);
    await sleep(AWAY_MS);
    expect(asked.length - askedBefore).toBeLessThan(30);
    await expect(waits.first()).toBeVisible();
  } finally {
    await before.stop();
  }
  await using _ = await startCoffer({ ...options, ports });
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 240_000 });
});
