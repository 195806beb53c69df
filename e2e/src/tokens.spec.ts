// docs/decisions/0129-api-tokens.md
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateUploadResult, type SignedPart } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { linkIn, runPeople } from './people-command.ts';
import { Person } from './person.ts';
import { signInInBrowser } from './sign-in/sign-in-steps.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const run = promisify(execFile);
const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.beforeAll(async () => {
  data = running.use(await createDataFolder('tokens'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** Status and body, by a client that knows nothing of Coffer. */
async function curl(
  ...options: readonly string[]
): Promise<{ readonly status: number; readonly text: string }> {
  const { stdout } = await run('curl', ['-s', '-w', String.raw`\n%{http_code}`, ...options]);
  const at = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(at + 1)), text: stdout.slice(0, at) };
}

function sendingOf({ fields = [], headers, method, url }: SignedPart, file: string): readonly string[] {
  if (method === 'POST') {
    const form = fields.flatMap(([name, value]) => ['--form-string', `${name}=${value}`]);
    return [...form, '-F', `file=@${file}`, url];
  }
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  return ['-T', file, ...given, url];
}

async function makeToken(page: Page, name: string, scopes: readonly string[]): Promise<string> {
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByLabel('Name').fill(name);
  for (const scope of scopes) await dialog.getByLabel(scope).check();
  // A dialog that is closed meanwhile would lose the secret.
  const held = Promise.withResolvers<void>();
  await page.route('**/me/tokens', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await asked;
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Cancel' }).last()).toBeDisabled();
  held.resolve();
  const made = page.getByRole('dialog', { name: `Token for ${name}` });
  const secret = await made.locator('pre').first().innerText();
  await made.getByRole('button', { name: 'Done' }).last().click();
  await expect(made).toBeHidden();
  return secret;
}

test('a script uploads a file by a token that its owner made, until it is deleted', async ({
  page,
}, testInfo) => {
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/settings/tokens`);
  await expect(page.getByText('No API tokens')).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByLabel('See and download files').uncheck();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expect(dialog.getByText('Choose at least one.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();

  const secret = await makeToken(page, 'Backup', ['Add, change and delete files']);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(secret).toMatch(/^coffer_[0-9A-Za-z]{38}$/);
  const item = page.getByRole('listitem').filter({ hasText: 'Backup' });
  await expect(item).toContainText('See and download files · Add, change and delete files');
  await expect(item).toContainText('Never used');
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const told = page.getByRole('link', { name: /^A new API token was created on your account/ });
  await expect(told).toContainText('Backup');
  await page.keyboard.press('Escape');

  const drive = await page.locator('pre').filter({ hasText: '/dav/' }).innerText();
  const listed = await curl('-u', `:${secret}`, '-X', 'PROPFIND', '-H', 'Depth: 1', drive);
  expect([listed.status, listed.text]).toEqual([207, expect.stringContaining('>/dav/Personal/<')]);

  const api = `${coffer.url}/api/v1`;
  const bearer = ['-H', `Authorization: Bearer ${secret}`];
  const json = [...bearer, '-H', 'Content-Type: application/json'];
  const spaces = await curl(...bearer, `${api}/spaces`);
  expect(spaces.status).toBe(200);
  const parentId: unknown = JSON.parse(spaces.text).items[0].rootId;
  const content = 'written by a script';
  const sha256 = createHash('sha256').update(content).digest('base64');
  const body = JSON.stringify({
    parentId,
    name: 'backup.txt',
    sizeBytes: content.length,
    mediaType: 'text/plain',
    modifiedAt: '2026-11-26T00:00:00.000Z',
    parts: [{ number: 1, sha256 }],
  });
  const create = [...json, '-H', 'Idempotency-Key: backup-of-today', '-d', body, `${api}/uploads`];
  const [created, again] = [await curl(...create), await curl(...create)];
  const made = CreateUploadResult.parse(JSON.parse(created.text));
  if (made.outcome !== 'created') throw new Error('it is skipped');
  expect([created.status, JSON.parse(again.text).upload.id]).toEqual([201, made.upload.id]);
  const file = testInfo.outputPath('backup.txt');
  await writeFile(file, content);
  for (const part of made.signed) expect((await curl(...sendingOf(part, file))).status).toBeLessThan(300);
  const completed = await curl(...json, '-X', 'POST', `${api}/uploads/${made.upload.id}/complete`);
  expect(completed.status).toBe(200);
  const { id } = JSON.parse(completed.text).node;
  expect((await curl('-L', ...bearer, `${api}/nodes/${id}/content`)).text).toBe(content);
  expect((await curl('-u', `:${secret}`, `${drive}Personal/backup.txt`)).text).toBe(content);

  const shared = await curl(...json, '-d', '{}', `${api}/nodes/${id}/links`);
  expect(JSON.parse(shared.text)).toMatchObject({ code: 'scope_missing', scope: 'shares:write' });
  const closed = await curl(...bearer, `${api}/me/tokens`);
  expect(JSON.parse(closed.text)).toMatchObject({ status: 403, code: 'token_not_accepted' });

  await page.goto(`${coffer.url}/activity`);
  await expect(page.getByText('You with the API token “Backup”').first()).toBeVisible();
  await page.goto(`${coffer.url}/settings/tokens`);
  await expect(item).toContainText('Last used');
  await item.getByRole('button', { name: 'Delete Backup' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No API tokens')).toBeVisible();
  expect((await curl(...bearer, `${api}/spaces`)).status).toBe(401);
});

test('the script of the documents uploads a file, and its next version', async () => {
  test.skip(spawnSync('jq', ['--version']).status !== 0, 'jq is missing');
  const ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const scopes = ['files:read', 'files:write'] as const;
  const { secret } = await ada.call('createToken', { body: { label: 'Documents', scopes: [...scopes] } });
  const guide = await readFile(new URL('../../docs/scripts.md', import.meta.url), 'utf8');
  const [, script = ''] = /^```\n(.*?)^```$/ms.exec(guide) ?? [];
  const ours = script
    .replace('https://files.example.org', coffer.url)
    .replace(/^file=.*$/m, 'file="a report (1).pdf"');
  expect(ours).toContain(`api=${coffer.url}/api/v1`);
  const options = { cwd: test.info().outputDir, env: { ...process.env, COFFER_TOKEN: secret } };
  await mkdir(options.cwd, { recursive: true });
  for (const [index, content] of ['one', 'another'.repeat(100_000)].entries()) {
    await writeFile(join(options.cwd, 'a report (1).pdf'), content);
    const { stdout } = await run('bash', ['-c', ours], options);
    const { node } = JSON.parse(stdout);
    expect(node).toMatchObject({ name: 'a report (1).pdf', sizeBytes: content.length });
    const versions = await ada.call('listVersions', { params: { nodeId: node.id } });
    expect(versions.items).toHaveLength(index + 1);
    const bearer = ['-H', `Authorization: Bearer ${secret}`];
    const sent = await curl('-L', ...bearer, `${coffer.url}/api/v1/nodes/${node.id}/content`);
    expect(sent.text === content).toBe(true);
  }
});

test('an administrator sees and deletes the tokens of somebody', async ({ page }) => {
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const { email, name, password } = RUTH;
  const ruth = new Person(coffer.url);
  const code = linkIn(printed).split('#')[1] ?? '';
  await ruth.call('acceptInvitation', { body: { code, name, password } });
  await ruth.signIn(email, password);
  const { secret } = await ruth.call('createToken', { body: { label: 'Sync', scopes: ['files:read'] } });

  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin/people`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'API tokens', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `API tokens of ${name}` });
  await expect(dialog.getByRole('listitem')).toContainText('See and download files');
  await dialog.getByRole('button', { name: 'Delete Sync' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Sync?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Delete Sync' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText(`${name} has no API tokens.`)).toBeVisible();
  const refused = await curl('-H', `Authorization: Bearer ${secret}`, `${coffer.url}/api/v1/spaces`);
  expect(refused.status).toBe(401);
});
