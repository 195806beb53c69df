import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { defined } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const COFFER = resolve(import.meta.dirname, '../../../apps/server/bin/coffer.js');
const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('audit'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  await new Person(coffer.url).call('acceptInvitation', { body: { code, name, password } });
  ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const ruth = defined((await ada.call('searchPeople', { query: { text: RUTH.email } })).items[0], 'Ruth');
  const parentId = defined((await ada.call('listSpaces', {})).items[0], 'the personal space').rootId;
  const { id: nodeId } = await ada.call('createFolder', { body: { parentId, name: 'Plans' } });
  await ada.call('createGrants', {
    params: { nodeId },
    body: { personIds: [ruth.id], groupIds: [], role: 'editor', message: '', expiresAt: null },
  });
  const { id: groupId } = await ada.call('createGroup', { body: { name: '=SUM(1)' } });
  await ada.call('deleteGroup', { params: { groupId } });
});

test.afterAll(async () => await running.disposeAsync());

const line = (page: Page, sentence: string | RegExp) => page.getByRole('row', { name: sentence });

test('an administrator reads what happened in sentences, sees that the trail is whole, and takes it along', async ({
  page,
}, { outputDir }) => {
  test.setTimeout(240_000);
  await signInInBrowser(page, coffer);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
  await expect(page.getByText('The trail is unbroken')).toBeVisible();
  await expect(line(page, /shared Plans with Ruth Okafor as editor/)).toBeVisible();
  await expect(line(page, /The command line invited ruth@example.org as member/)).toBeVisible();
  await expect(line(page, /Ruth Okafor joined as member/)).toBeVisible();

  await test.step('filtered, and back', async () => {
    await page.getByLabel('Kind').selectOption('Sharing and links');
    await expect(page.getByText('1 row', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/actions=sharing/);
    await page.getByLabel('Search the audit trail').fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('link', { name: 'Ruth Okafor' }).first().click();
    await expect(page).toHaveURL(/person=/);
    await expect(line(page, /created the group/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(line(page, /created the group/)).toBeVisible();
  });

  await test.step('exported, and checked without the server', async () => {
    const saved = async (entry: string, name: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: entry }).click();
      const file = `${outputDir}/${name}`;
      await (await download).saveAs(file);
      return file;
    };
    const file = await saved('Whole trail for verification (JSON Lines)', 'audit.jsonl');
    const verify = async () => await promisify(execFile)(process.execPath, [COFFER, 'audit', 'verify', file]);
    expect((await verify()).stdout).toContain('The trail is unbroken');
    const table = await readFile(await saved('Whole trail as a table (CSV)', 'audit.csv'), 'utf8');
    expect(table).toContain(`"'=SUM(1)"`);
    await page.getByRole('button', { name: 'Verify again' }).click();
    await expect(page.getByText('The trail is unbroken')).toBeVisible();
  });
});

test('a person who is not an auditor gets a message', async ({ page }) => {
  await signInInBrowser(page, coffer, RUTH);
  await page.goto(`${coffer.url}/admin/audit`);
  await expect(page.getByRole('heading', { name: 'For administrators and auditors' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }),
  ).toHaveCount(0);
});

for (const locale of ['en', 'ar'] as const) {
  test(`the page has no accessibility problem in ${locale}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'audit');
    await page.goto(`${coffer.url}/admin/audit`);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.locator('[class*=verdict]')).toBeVisible();
    await see(`audit-${locale}`);
    expect(findings).toEqual([]);
  });
}
