// docs/decisions/0133-export-and-import.md
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { fill, type Owner } from './filled-space.ts';

interface Place {
  readonly coffer: CofferProcess;
  readonly owner: Owner;
}

const running = new AsyncDisposableStack();
let here: Place;

test.beforeAll(async () => {
  here = await startPlace('leaving');
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
  return { coffer, owner: { person, rootId: personalSpace.rootId } };
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
  const path = join(info.outputDir, 'export.zip');
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
