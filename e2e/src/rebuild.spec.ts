// docs/decisions/0132-the-bucket-is-enough.md
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCoffer } from '@coffer/testing/coffer-command';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { linkIn } from './people-command.ts';
import { expectFiles, welcomeInBrowser } from './sign-in/sign-in-steps.ts';

const CONTENT = 'what must outlive the database\n';
const NEW_PASSWORD = 'Another-Horse-7-Staple';
/** A round of the journal, on a busy machine. */
const WRITTEN = { timeout: 90_000, intervals: [1_000] };

test.skip(
  process.env['COFFER_E2E_POSTGRES'] !== undefined,
  'it deletes the folder of the embedded PostgreSQL',
);

async function rebuild(data: DataFolder, { url, ports }: CofferProcess, args: readonly string[] = []) {
  return await runCoffer(['rebuild', ...args], {
    COFFER_DATA: data.path,
    COFFER_URL: url,
    COFFER_PORT: String(ports.app),
    COFFER_STORE_PORT: String(ports.store),
    COFFER_POOL_PORT: String(ports.pool),
    ...data.environment,
  });
}

test('after the database is lost, a rebuild brings files and people back', async ({ page }) => {
  await using data = await createDataFolder('rebuild');
  await using running = new AsyncDisposableStack();
  const start = async (before?: CofferProcess): Promise<CofferProcess> => {
    const { path: dataFolder, environment } = data;
    const ports = before === undefined ? {} : { ports: before.ports };
    return running.use(await startCoffer({ dataFolder, environment, ...ports }));
  };
  let coffer = await start();
  await welcomeInBrowser(page, coffer);
  await page.getByLabel('Upload files').setInputFiles({
    name: 'outlives.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(CONTENT),
  });
  await expect(page.getByRole('row', { name: 'outlives.txt' })).toBeVisible();
  await page.goto(`${coffer.url}/admin/storage`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('The storage has all changes.')).toBeVisible();
  }).toPass(WRITTEN);
  expect(await rebuild(data, coffer), 'a running Coffer').toMatchObject({ exitCode: 75, stdout: '' });
  expect(await coffer.stop()).toBe(0);
  expect(await rebuild(data, coffer), 'a database in use').toMatchObject({ exitCode: 2, stdout: '' });

  await rm(join(data.path, 'database'), { recursive: true });
  const tried = await rebuild(data, coffer, ['--dry-run']);
  expect(tried, tried.stderr).toMatchObject({ exitCode: 0 });
  expect(tried.stdout).toContain('1 object verified: 0 missing, 0 damaged.');
  const rebuilt = await rebuild(data, coffer);
  expect(rebuilt, rebuilt.stderr).toMatchObject({ exitCode: 0 });
  expect(rebuilt.stdout).toContain('1 object verified: 0 missing, 0 damaged.');

  coffer = await start(coffer);
  expect(coffer.welcomeLink, 'there is an administrator').toBeUndefined();
  await page.context().clearCookies();
  await page.goto(linkIn(rebuilt.stdout));
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);
  await page.getByRole('link', { name: 'outlives.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'outlives.txt' })).toContainText(CONTENT.trim());
});
