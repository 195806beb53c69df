import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '@coffer/testing';
import { findAccount } from './account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { runTool } from './run-tool.ts';

const folder = temporaryFolder('embedded postgres');
const lines: string[] = [];
const recovery: string[] = [];
const isRoot = process.getuid?.() === 0;

async function start(name: string, extra: { lockWaitMs?: number; pgBin?: string } = {}) {
  return await startEmbeddedPostgres({
    folder: join(folder.path, name),
    databases: ['coffer', 'coffer_pool'],
    allowDataLoss: true,
    log: ({ message, isRecovery }) => {
      lines.push(message);
      if (isRecovery) recovery.push(message);
    },
    ...extra,
  });
}

async function started(name: string): Promise<EmbeddedPostgres> {
  const result = await start(name);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function query(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(name: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder.path, name, 'data', 'postmaster.pid'), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function eventually(claim: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!claim()) {
    if (Date.now() > deadline) throw new Error('it did not come true within 30 s');
    await sleep(20);
  }
}

afterAll(async () => await folder.remove());

describe('a running server', () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    server = await started('run ning');
  });
  afterAll(async () => await server.stop());

  test('gives each database to a role of its own, without special rights and blind to the other', async () => {
    const { connectionString } = server.connectionTo('coffer');
    expect(
      await query(
        connectionString,
        'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
      ),
    ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    const stranger = {
      ...server.connectionTo('coffer'),
      database: 'coffer_pool',
      connectionString: undefined,
    };
    await expect(new Client(stranger).connect()).rejects.toThrow(/permission denied for database/);
    await expect(query(connectionString, `copy pg_class to program 'true'`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test('is durable unless configured otherwise, and sorts by code point', async () => {
    const { connectionString } = server.connectionTo('coffer');
    expect(await query(connectionString, `select 'a' < 'B' as first, lower('Ä') as lower`)).toEqual([
      { first: false, lower: 'ä' },
    ]);
    expect(await query(connectionString, 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
    expect(await query(connectionString, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  test('writes neither statements nor what people typed into its log', async () => {
    const { connectionString } = server.connectionTo('coffer');
    await expect(query(connectionString, `select 'hunter2'::uuid`)).rejects.toThrow(/hunter2/);
    await expect(query(connectionString, `select 1 / 0 as hunter2`)).rejects.toThrow(/division/);
    await sleep(100);
    expect(lines.join('\n')).toContain('ready to accept connections');
    expect(lines.join('\n')).not.toMatch(/hunter2|division/);
  });

  test('is found by a second start, which leaves it alone', async () => {
    expect(await start('run ning', { lockWaitMs: 0 })).toEqual({
      ok: false,
      error: { code: 'locked', pid: await postmasterPid('run ning') },
    });
    expect(await query(server.connectionTo('coffer').connectionString, 'select 1 as one')).toEqual([
      { one: 1 },
    ]);
  });
});

test('data survive a restart, and so does a forgotten mark with the id of a living process', async () => {
  const first = await started('kept');
  const { connectionString, host } = first.connectionTo('coffer');
  await query(connectionString, 'create table mark as select 7 as value');
  await first.stop();
  expect(existsSync(host)).toBe(false);

  // Simulates a pid file from before a crash whose process id was reused, here by this test.
  await writeFile(join(folder.path, 'kept', 'data', 'postmaster.pid'), `${process.pid}\n/nowhere\n1\n5432\n`);
  const second = await started('kept');
  expect(await query(second.connectionTo('coffer').connectionString, 'select value from mark')).toEqual([
    { value: 7 },
  ]);
  await second.stop();

  await writeFile(join(folder.path, 'kept', 'data', 'postmaster.pid'), '');
  await (await started('kept')).stop();
});

test('data of another major version are refused untouched', async () => {
  const data = join(folder.path, 'other', 'data');
  await mkdir(data, { recursive: true });
  for (const [version, code] of [
    ['99', 'data_newer'],
    ['12', 'data_other_major'],
  ] as const) {
    await writeFile(join(data, 'PG_VERSION'), `${version}\n`);
    expect(await start('other')).toMatchObject({ ok: false, error: { code, dataMajor: Number(version) } });
    expect(await readdir(data)).toEqual(['PG_VERSION']);
  }
});

test('data that another account has taken are a reason, not a crash', async () => {
  const taken = join(folder.path, 'taken');
  await mkdir(join(taken, 'data'), { recursive: true });
  await chmod(join(taken, 'data'), 0);
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'index.ts')).href)};
    const options = { folder: ${JSON.stringify(taken)}, databases: ['coffer'], log: () => {} };
    process.stdout.write(JSON.stringify(await startEmbeddedPostgres(options)));`;
  // Root may read everything, so an ordinary account tries.
  if (isRoot) {
    await chmod(folder.path, 0o755);
    await chown(taken, 65_534, 65_534);
  }
  const account = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const tried = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: '/',
    ...account,
  });
  expect(JSON.parse(tried.stdout)).toEqual({
    ok: false,
    error: { code: 'data_not_writable', reason: 'EACCES' },
  });
});

test('an interrupted first start begins again', async () => {
  await mkdir(join(folder.path, 'cut', 'unfinished-abc', 'base'), { recursive: true });
  const server = await started('cut');
  expect(await readdir(join(folder.path, 'cut'))).not.toContain('unfinished-abc');
  await server.stop();
});

test('a folder without the programs is named in the error', async () => {
  expect(await start('none', { pgBin: folder.path })).toMatchObject({
    ok: false,
    error: { code: 'binaries_missing', reason: expect.stringContaining(folder.path) },
  });
});

test('the server ends when its parent is killed, and a new parent finds the data', async () => {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'index.ts')).href)};
    const started = await startEmbeddedPostgres({
      folder: ${JSON.stringify(join(folder.path, 'killed'))}, databases: ['coffer'], allowDataLoss: true, log: () => {},
    });
    process.stdout.write(JSON.stringify(started.ok ? started.value.connectionTo('coffer') : started) + '\\n');`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next();
  const { connectionString, host } = JSON.parse(String(value)) as { connectionString: string; host: string };
  await query(connectionString, 'create table mark as select 8 as value');
  const pid = await postmasterPid('killed');
  expect(isAlive(pid)).toBe(true);

  parent.kill('SIGKILL');
  const again = await started('killed');
  expect(isAlive(pid)).toBe(false);
  await eventually(() => !existsSync(host));
  expect(await query(again.connectionTo('coffer').connectionString, 'select value from mark')).toEqual([
    { value: 8 },
  ]);
  await again.stop();
});

test('the loss of the server is reported', async () => {
  const server = await started('lost');
  process.kill(await postmasterPid('lost'), 'SIGKILL');
  await server.ended;
  expect(existsSync(server.connectionTo('coffer').host)).toBe(false);
  expect(recovery).toEqual([]);
  await (await started('lost')).stop();
  expect(recovery.join('\n')).toMatch(/^database system was interrupted; .*\n(.*\n)*redo done at /);
});

const DEBIAN = '/usr/lib/postgresql/15/bin';
test.skipIf(!isRoot || process.platform !== 'linux')(
  'processes of the account that others share cannot reach the data (needs root)',
  async () => {
    const server = await started('closed');
    const pid = await postmasterPid('closed');
    const nobody = await findAccount('nobody');
    if (!nobody.ok) throw new Error('no account');
    const read = ['-c', 'head -c 1 "/proc/$1/cwd/PG_VERSION"', 'sh', String(pid)];
    expect(await runTool('/bin/sh', read)).toMatchObject({ status: 0, output: '1' });
    expect(await runTool('/bin/sh', read, { account: nobody.value })).toMatchObject({
      output: expect.stringContaining('Permission denied'),
    });
    await server.stop();
  },
);

test.skipIf(!existsSync(DEBIAN) || isRoot)(
  'PostgreSQL 15 of the system does as well (needs its programs, and an ordinary account)',
  async () => {
    const server = await start('fifteen', { pgBin: DEBIAN });
    if (!server.ok) throw new Error(JSON.stringify(server.error));
    const { connectionString } = server.value.connectionTo('coffer');
    expect(await query(connectionString, `select 'a' < 'B' as first, lower('Ä') as lower`)).toEqual([
      { first: false, lower: 'ä' },
    ]);
    await server.value.stop();
    expect(await start('fifteen')).toMatchObject({
      ok: false,
      error: { code: 'data_other_major', dataMajor: 15 },
    });
  },
);

test.skipIf(!existsSync(DEBIAN) || !isRoot)(
  'PostgreSQL 15 is refused to root, for whom it cannot work (needs its programs, and root)',
  async () => {
    expect(await start('fifteen', { pgBin: DEBIAN })).toMatchObject({
      ok: false,
      error: { code: 'binaries_missing', reason: expect.stringContaining('16 is the oldest') },
    });
  },
);
