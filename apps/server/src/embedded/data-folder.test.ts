import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test } from 'vitest';
import { DATA_FORMAT, type DataFolder, openDataFolder } from './data-folder.ts';

const root = temporaryFolder('data folder');
chmodSync(root.path, 0o755);
afterAll(async () => await root.remove());

async function opened(path: string): Promise<DataFolder> {
  const result = await openDataFolder(path);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function valuesIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];
}

/** Opens the folder in another process, as account `uid` if given. */
function openedElsewhere(path: string, uid?: number): unknown {
  const script = `
    import { openDataFolder } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href)};
    const opened = await openDataFolder(${JSON.stringify(path)});
    process.stdout.write(JSON.stringify(opened.ok ? { ok: true } : opened));
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('the first start makes a private folder with secrets, and later starts reuse it', async () => {
  const path = join(root.path, 'new one', 'data');
  const first = await opened(path);
  expect(first.isNew).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(statSync(first.databaseFolder).mode & 0o777).toBe(0o700);
  first.close();

  chmodSync(join(path, 'secrets.json'), 0o644);
  const second = await opened(path);
  expect(second.isNew).toBe(false);
  expect(second.secrets).toEqual(first.secrets);
  expect(statSync(join(path, 'secrets.json')).mode & 0o777).toBe(0o600);
  second.close();
});

test('a folder that others may enter is made private, with its contents', async () => {
  const path = join(root.path, 'wide open');
  mkdirSync(join(path, 'store'), { recursive: true });
  mkdirSync(join(path, 'database'));
  for (const folder of [path, join(path, 'store'), join(path, 'database')]) chmodSync(folder, 0o777);
  (await opened(path)).close();
  for (const folder of [path, join(path, 'store'), join(path, 'database')]) {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  chmodSync(path, 0o755);
  (await opened(path)).close();
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test.skipIf(process.getuid?.() !== 0)(
  'a folder of another account that is writable by everyone is rejected (needs root)',
  () => {
    const path = join(root.path, 'of others');
    mkdirSync(path);
    chmodSync(path, 0o777);
    expect(openedElsewhere(path, 65_534)).toEqual({
      ok: false,
      error: { code: 'data_not_private', folder: path },
    });
    expect(readdirSync(path)).toEqual(['lock']);
  },
);

test('two installations have different secrets', async () => {
  const [one, two] = [await opened(join(root.path, 'one')), await opened(join(root.path, 'two'))];
  const ofOne = valuesIn(one.secrets);
  expect(ofOne).toHaveLength(9);
  expect(ofOne.filter((value) => valuesIn(two.secrets).includes(value))).toEqual([]);
  expect(new Set(ofOne).size).toBe(9);
  one.close();
  two.close();
});

test('a second process is rejected while the first runs, and accepted after a crash', async () => {
  const path = join(root.path, 'shared');
  // The other process is killed while it has the lock.
  expect(openedElsewhere(path)).toEqual({ ok: true });
  const mine = await opened(path);
  expect(openedElsewhere(path)).toEqual({ ok: false, error: { code: 'data_locked', folder: path } });
  expect(await openDataFolder(path)).toMatchObject({ ok: false, error: { code: 'data_locked' } });
  mine.close();
  expect(openedElsewhere(path)).toEqual({ ok: true });
});

test('data of a newer version is rejected unchanged', async () => {
  const path = join(root.path, 'newer');
  mkdirSync(path, { mode: 0o750 });
  writeFileSync(join(path, 'format.json'), JSON.stringify({ format: DATA_FORMAT + 1, fresh: ['fact'] }));
  const before = statSync(path).mtimeMs;
  expect(await openDataFolder(path)).toEqual({
    ok: false,
    error: { code: 'data_newer', folder: path, found: DATA_FORMAT + 1, known: DATA_FORMAT },
  });
  expect(readdirSync(path)).toEqual(['format.json']);
  expect(statSync(path).mtimeMs).toBe(before);
});

test('lost or damaged secrets are never regenerated', async () => {
  const path = join(root.path, 'damaged');
  (await opened(path)).close();
  const file = join(path, 'secrets.json');
  const good = readFileSync(file, 'utf8');
  for (const bad of ['', '{}', good.replace('masterKey', 'maskerKey'), good.slice(0, 40)]) {
    writeFileSync(file, bad);
    expect(await openDataFolder(path)).toMatchObject({
      ok: false,
      error: { code: 'data_damaged', file: 'secrets.json' },
    });
    expect(readFileSync(file, 'utf8')).toBe(bad);
  }
  rmSync(file);
  expect(await openDataFolder(path)).toMatchObject({
    ok: false,
    error: { code: 'data_damaged', file: 'secrets.json' },
  });
  expect(readdirSync(path)).not.toContain('secrets.json');

  writeFileSync(file, good);
  writeFileSync(join(path, 'format.json'), '{"format":0}');
  expect(await openDataFolder(path)).toMatchObject({
    ok: false,
    error: { code: 'data_damaged', file: 'format.json' },
  });
});

test('data without their format are not taken for a first start', async () => {
  const path = join(root.path, 'formatless');
  (await opened(path)).close();
  writeFileSync(join(path, 'store', 'something'), '');
  rmSync(join(path, 'format.json'));
  expect(await openDataFolder(path)).toMatchObject({
    ok: false,
    error: { code: 'data_damaged', file: 'format.json' },
  });
  expect(readdirSync(path)).not.toContain('format.json');
});

test('an interrupted first start continues with the secrets that it has made', async () => {
  const path = join(root.path, 'cut');
  const first = await opened(path);
  first.close();
  rmSync(join(path, 'format.json'));
  writeFileSync(join(path, 'format.json.unfinished'), '{"fo');
  const second = await opened(path);
  expect(second.secrets).toEqual(first.secrets);
  second.close();
});

test('a database or a store without its secrets gets no new ones', async () => {
  for (const part of ['database', 'store']) {
    const path = join(root.path, `half of it, ${part}`);
    mkdirSync(join(path, part), { recursive: true });
    writeFileSync(join(path, part, 'something'), '');
    expect(await openDataFolder(path)).toMatchObject({
      ok: false,
      error: { code: 'data_damaged', file: 'secrets.json' },
    });
    expect(readdirSync(path)).not.toContain('secrets.json');
  }
});

test('a folder with foreign files is left alone', async () => {
  const path = join(root.path, 'foreign');
  mkdirSync(path);
  writeFileSync(join(path, 'letter.txt'), 'dear');
  expect(await openDataFolder(path)).toMatchObject({
    ok: false,
    error: { code: 'data_foreign', found: 'letter.txt' },
  });
  expect(readdirSync(path)).toEqual(['letter.txt']);
});

test('a folder that cannot be written is named', async () => {
  const closed = join(root.path, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  chmodSync(closed, 0o555);
  // Root may write everywhere, so an ordinary account tries.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  expect(openedElsewhere(join(closed, 'data'), uid)).toMatchObject({
    ok: false,
    error: { code: 'data_not_writable' },
  });
  expect(openedElsewhere(closed, uid)).toMatchObject({
    ok: false,
    error: { code: 'data_not_writable', folder: closed },
  });

  writeFileSync(join(root.path, 'file'), '');
  expect(await openDataFolder(join(root.path, 'file'))).toMatchObject({
    ok: false,
    error: { code: 'data_not_writable' },
  });
  expect(await openDataFolder(join(root.path, 'file', 'data'))).toMatchObject({
    ok: false,
    error: { code: 'data_not_writable' },
  });
});

test.skipIf(process.platform !== 'linux')(
  'a file system that answers every mkdir with ENOENT does not hang (needs /proc)',
  async () => {
    expect(await openDataFolder('/proc/nope/data')).toMatchObject({
      ok: false,
      error: { code: 'data_not_writable' },
    });
  },
);
