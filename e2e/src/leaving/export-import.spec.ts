// docs/decisions/0133-export-and-import.md
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { createZip } from '@coffer/testing/archives';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { fill, type Owner, treeOf } from './filled-space.ts';

interface Place {
  readonly coffer: CofferProcess;
  readonly owner: Owner;
}

const running = new AsyncDisposableStack();
let here: Place;
let there: Place;

test.beforeAll(async () => {
  here = await startPlace('leaving');
  there = await startPlace('arriving');
  await fill(here.owner);
});
test.afterAll(async () => {
  await running.disposeAsync();
});

async function startPlace(name: string): Promise<Place> {
  const data = running.use(await createDataFolder(name));
  const coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const person = new Person(coffer.url);
  const { personalSpace } = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  return { coffer, owner: { person, spaceId: personalSpace.id, rootId: personalSpace.rootId } };
}

async function exportAll(page: Page, path: string): Promise<void> {
  await page.goto(`${here.coffer.url}/settings/profile`);
  await page.getByRole('button', { name: 'Export files…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export files' });
  await expect(dialog.getByLabel('Earlier versions')).toBeChecked();
  await dialog.getByLabel('Trash').check();
  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await (await begun).saveAs(path);
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('complete');
}

/** By a reader that we did not write. */
function listed(path: string): readonly string[] {
  const names = execFileSync('python3', [
    '-c',
    `import sys, zipfile, json
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps(z.namelist()))`,
    path,
  ]);
  return JSON.parse(names.toString());
}

function extracted(path: string, name: string): Buffer {
  const script =
    'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
  return execFileSync('python3', ['-c', script, path, name], { maxBuffer: 1 << 26 });
}

test('everything goes out as plain files with plain metadata', async ({ page }, info) => {
  const path = info.outputPath('export.zip');
  await signInInBrowser(page, here.coffer);
  await exportAll(page, path);

  const names = listed(path);
  const lines = extracted(path, '.coffer/metadata.jsonl')
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [head, ...entries] = lines;
  expect(head).toMatchObject({ format: 'coffer-export', version: 1, space: 'Files', withVersions: true });
  const files = entries.flatMap((entry) => [entry, ...(entry.versions ?? [])]).filter(({ sha256 }) => sha256);
  for (const { file, sha256, sizeBytes } of files) {
    const bytes = extracted(path, file);
    expect(bytes.length).toBe(sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  const told = files.map(({ file }) => file);
  const folders = entries.filter(({ kind, file }) => kind === 'folder' && file).map(({ file }) => file);
  const own = ['.coffer/README.txt', '.coffer/metadata.jsonl'];
  expect(new Set([...told, ...folders, ...own])).toEqual(new Set(names));
  expect(names).toContain('تقارير 報告/empty/');
  expect(names).toContain('تقارير 報告/what_ is _this__ _a_b_.txt');
  expect(names).toContain('.coffer (2)/metadata.jsonl');
  expect(entries.find((entry) => entry.path === 'a/b/c/plan.txt')).toMatchObject({
    isStarred: true,
    modifiedAt: expect.stringContaining('20'),
    createdBy: { name: ADMINISTRATOR.name, email: ADMINISTRATOR.email },
    comments: [{ text: 'Please read.\nمن فضلك' }],
    versions: [{ number: 1 }, { number: 2, label: 'as agreed' }],
  });
  expect(entries.filter(({ trashedAt }) => trashedAt).map((entry) => entry.path)).toEqual(['gone']);
  expect(readFileSync(path).length).toBeGreaterThan(9_000_000);
});

async function chooseImport(page: Page, path: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a zip file' }).click();
  await (await chooser).setFiles(path);
  return dialog;
}

async function finish(dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText(title, { exact: true })).toBeVisible({ timeout: 120_000 });
}

test('an export comes back in elsewhere, as it was, and a second time adds nothing', async ({
  page,
  context,
}, info) => {
  const path = info.outputPath('export.zip');
  await signInInBrowser(page, here.coffer);
  await exportAll(page, path);
  const other = await context.newPage();
  await signInInBrowser(other, there.coffer);
  const dialog = await chooseImport(other, path);
  await expect(dialog).toContainText('An export of Coffer');
  await expect(dialog).toContainText('2 earlier versions');
  await finish(dialog, 'Import complete');
  await expect(dialog).toContainText('No differences.');
  const expected = await treeOf(here.owner);
  expect(await treeOf(there.owner)).toEqual(expected);
  const trash = {
    params: { spaceId: there.owner.spaceId },
    query: { sort: 'name', order: 'asc', at: '0', limit: '9' },
  };
  expect((await there.owner.person.call('listTrash', trash)).total).toBe(1);

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const again = await chooseImport(other, path);
  await finish(again, 'Import complete');
  await expect(again).toContainText('files were already here');
  expect(await treeOf(there.owner)).toEqual(expected);
});

test('a hostile zip file harms nothing, and its faults are named', async ({ page }, info) => {
  const content = Buffer.from('x');
  const path = info.outputPath('hostile.zip');
  const zeros = Buffer.alloc(1_000_000);
  writeFileSync(
    path,
    createZip([
      { name: '../../escape.txt', content },
      { name: '/absolute.txt', content },
      { name: 'twin.txt', content },
      { name: 'TWIN.txt', content },
      { name: 'secret.txt', content: Buffer.from('x'.repeat(40)), isEncrypted: true },
      { name: 'bomb.bin', content: zeros, isPacked: true, claimedSize: 4_000_000_000 },
      { name: 'liar.bin', content: zeros, isPacked: true, claimedSize: 10 },
      { name: 'hostile/good.txt', content: Buffer.from('good') },
      {
        name: '.coffer/metadata.jsonl',
        content: Buffer.from(
          '{"format":"coffer-export","version":1}\n{"path":"../out","kind":"folder"}\n[]\n{"path":"a","kind":"file","file":"none","sha256":3}',
        ),
      },
    ]),
  );
  await signInInBrowser(page, there.coffer);
  const dialog = await chooseImport(page, path);
  for (const name of [
    '../../escape.txt',
    '/absolute.txt',
    'TWIN.txt',
    'secret.txt',
    'bomb.bin',
    '../out',
    'none',
  ])
    await expect(dialog.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  await finish(dialog, 'Import complete, with differences');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'liar.bin' })).toContainText('damaged');
  const tree = await treeOf(there.owner);
  expect(Object.keys(tree)).toEqual(expect.arrayContaining(['/hostile/good.txt', '/twin.txt']));
  expect(Object.keys(tree).filter((key) => /escape|absolute|secret|bomb|liar|out$/.test(key))).toEqual([]);

  writeFileSync(path, 'no zip file at all');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(await chooseImport(page, path)).toContainText('can’t be read as a zip file');
});
