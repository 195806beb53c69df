import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, temporaryFolder, testDatabase } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Runs a command on a terminal. */
const SCRIPT = '/usr/bin/script';
const WRAPPER = fileURLToPath(new URL('../bin/coffer.js', import.meta.url));
const MAIN = fileURLToPath(new URL('main.js', import.meta.url));
const REBUILD = fileURLToPath(new URL('commands/rebuild/main.ts', import.meta.url));
const PEOPLE = fileURLToPath(new URL('commands/people/main.ts', import.meta.url));
const DOCTOR = fileURLToPath(new URL('commands/doctor/main.ts', import.meta.url));
const outer = temporaryFolder('main');
const dataFolder = join(outer.path, 'data of us');
let coffer: CofferProcess;

beforeAll(async () => {
  coffer = await startCoffer({ dataFolder });
}, 600_000);

afterAll(async () => {
  await outer.remove();
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  entry: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<Ended> {
  const child: ChildProcess = spawn(process.execPath, [entry, ...args], {
    env: { COFFER_PORT: String(await freePort()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, ...text };
}

const get = async (path: string, init: RequestInit = {}): Promise<Response> =>
  await fetch(`${coffer.url}${path}`, init);

test('a first start prints the address and a welcome link, and logs JSON besides', () => {
  const lines = coffer.output().split('\n').filter(Boolean);
  const forPeople = lines.filter((line) => !line.startsWith('{'));
  expect(forPeople[0]).toBe(`Coffer is running at ${coffer.url}`);
  expect(forPeople).toHaveLength(3);
  expect(coffer.welcomeLink).toMatch(new RegExp(`^${coffer.url}/welcome#[\\w-]{20,}$`));
  const logged = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.every((line) => typeof line['time'] === 'string' && typeof line['event'] === 'string')).toBe(
    true,
  );
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 'warn', event: 'cookies_without_tls', address: coffer.url }),
  );
  const code = coffer.welcomeLink?.split('#')[1] ?? 'no code';
  expect(lines.filter((line) => line.includes(code))).toEqual([coffer.welcomeLink]);
});

test('everything is served: health, readiness, the API, its document, metrics', async () => {
  expect(await (await get('/readyz')).json()).toEqual({
    status: 'ok',
    checks: {
      database: { state: 'ok' },
      disk: { state: 'ok' },
      store: { state: 'ok' },
      pool: { state: 'ok' },
    },
  });
  expect(await (await get('/api/v1/session')).json()).toMatchObject({ state: 'signed_out', welcome: true });
  expect(await (await get('/api/v1/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toMatch(/coffer_http_operation_seconds_count\{operation="getSession",status="200"\} \d/);
  expect(metrics).toMatch(/coffer_http_received_bytes \d/);
});

test('every operation of the contract is mounted, and no other method of its path', async () => {
  const { paths } = (await (await get('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const missing: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    const concrete = path.replaceAll(/\{\w+\}/g, '01890a5d-ac96-774b-bcce-b302099a8057');
    const allow = (await get(`/api/v1${concrete}`, { method: 'OPTIONS' })).headers.get('allow') ?? '';
    missing.push(
      ...Object.keys(methods)
        .filter((method) => !allow.includes(method.toUpperCase()))
        .map((method) => `${method} ${path}`),
    );
    if ('get' in methods) continue;
    const { status } = await get(`/api/v1${concrete}`);
    if (status !== 405) missing.push(`405 for get ${path}, not ${status}`);
  }
  expect(missing).toEqual([]);
});

test('a second process on the same data is rejected, and the first continues', async () => {
  const second = await run(MAIN, { COFFER_DATA: dataFolder });
  expect([second.code, second.stdout]).toEqual([75, '']);
  expect(second.stderr).toContain('Another Coffer process already uses the data folder');
  expect((await get('/readyz')).status).toBe(200);
});

test('a taken port is reported with its setting', async () => {
  const taken = { COFFER_DATA: join(outer.path, 'other'), COFFER_PORT: String(coffer.ports.app) };
  const refused = await run(MAIN, taken);
  expect(refused.code).toBe(69);
  expect(refused.stderr).toContain(`Port ${coffer.ports.app} (COFFER_PORT) is already in use`);
});

test('data of a newer version is left untouched', async () => {
  const folder = join(outer.path, 'newer');
  mkdirSync(folder);
  writeFileSync(join(folder, 'format.json'), '{"format":99}');
  const refused = await run(MAIN, { COFFER_DATA: folder });
  expect(refused.code).toBe(76);
  expect(refused.stderr).toContain('newer version of Coffer (format 99');
  expect(readdirSync(folder)).toEqual(['format.json']);
});

test('all wrong settings are reported, misspelt ones too, and nothing is created', async () => {
  const folder = join(outer.path, 'unmade');
  const refused = await run(MAIN, {
    COFFER_DATA: folder,
    COFFER_PORT: '0',
    COFFER_URL: 'http://files.lan',
    COFFER_PROT: '1',
  });
  expect(refused.code).toBe(78);
  for (const name of ['COFFER_PORT', 'COFFER_URL', 'COFFER_PROT'])
    expect(refused.stderr).toContain(`- ${name} `);
  expect(existsSync(folder)).toBe(false);
});

test('an unavailable database is reported without its password', async () => {
  await using database = await testDatabase();
  const url = new URL(database.connectionString);
  url.pathname = '/nowhere';
  url.password = 'hunter2';
  const ports = { COFFER_STORE_PORT: String(await freePort()), COFFER_POOL_PORT: String(await freePort()) };
  const environment = { COFFER_DATA: join(outer.path, 'elsewhere'), DATABASE_URL: url.href, ...ports };
  const refused = await run(MAIN, environment);
  expect(refused.code).toBe(68);
  expect(refused.stderr).toContain('it has no database of that name');
  const examined = await run(DOCTOR, environment);
  expect(examined.code).toBe(1);
  expect(examined.stdout).toMatch(/^fail {2}Database .*no database of that name/m);
  expect([refused.stderr, refused.stdout, examined.stdout, examined.stderr].join('')).not.toContain(
    'hunter2',
  );
});

test('the doctor checks the running installation', async () => {
  const examined = await run(DOCTOR, { COFFER_DATA: dataFolder, COFFER_PORT: String(coffer.ports.app) }, [
    '--json',
  ]);
  expect(examined.code).toBe(0);
  const findings = JSON.parse(examined.stdout) as { check: string; state: string }[];
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([
    'Node.js',
    'Settings',
    'Address',
    'Thumbnails',
    'Disk',
    'Data folder',
    'Database',
    'Disk',
    'Store',
    'Pool',
  ]);
});

test('the doctor tries a first start, finds the taken port, and leaves nothing behind', async () => {
  const folder = join(outer.path, 'not yet');
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const taken = typeof address === 'object' && address !== null ? String(address.port) : '';
  const examined = await run(DOCTOR, { COFFER_DATA: folder, COFFER_STORE_PORT: taken });
  blocker.close();
  expect(examined.code).toBe(1);
  expect(examined.stdout).toMatch(/^fail {2}Store port .*COFFER_STORE_PORT/m);
  expect(existsSync(folder)).toBe(false);
});

test('the doctor leaves an empty folder empty', async () => {
  const empty = join(outer.path, 'empty');
  mkdirSync(empty);
  const ports = { COFFER_STORE_PORT: String(coffer.ports.store) };
  expect((await run(DOCTOR, { COFFER_DATA: empty, ...ports })).stdout).toMatch(/^fail {2}Store port/m);
  expect(readdirSync(empty)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  'the doctor does not look at the data of another account (needs root)',
  async () => {
    const folder = join(outer.path, 'of somebody');
    mkdirSync(join(folder, 'database'), { recursive: true });
    chownSync(folder, 65_534, 65_534);
    const examined = await run(DOCTOR, { COFFER_DATA: folder });
    expect(examined.code).toBe(1);
    expect(examined.stdout).toMatch(/^fail {2}Data folder .*id 65534, and this is root/m);
    expect(readdirSync(folder)).toEqual(['database']);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'neither start, rebuild nor people takes the data of another account over (needs root)',
  async () => {
    const folder = join(outer.path, 'of the one who runs it');
    mkdirSync(folder);
    for (const name of ['format.json', 'secrets.json']) {
      writeFileSync(join(folder, name), '{"format":1}');
      chownSync(join(folder, name), 65_534, 65_534);
    }
    for (const [entry, code, args] of [
      [MAIN, 84, []],
      [REBUILD, 84, ['--dry-run']],
      [PEOPLE, 77, ['list']],
    ] as const) {
      const refused = await run(entry, { COFFER_DATA: folder }, args);
      expect([refused.code, refused.stdout]).toEqual([code, '']);
      expect(refused.stderr).toMatch(/belongs to (the account with the id 65534|another account)/);
    }
    expect(readdirSync(folder)).toEqual(['format.json', 'secrets.json']);
  },
);

test('over a real connection a huge body and garbage in the request line are refused, and the next request is answered', async () => {
  const refused = await get('/api/v1/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-coffer': '1', origin: coffer.url },
    body: `{"username":"${'x'.repeat(3_000_000)}"}`,
  });
  expect(refused.status).toBe(413);
  expect((await get('/healthz')).status).toBe(200);
});

test('it stops in order at SIGTERM, restarts on its data, and makes a new welcome code', async () => {
  const before = coffer.welcomeLink;
  expect(await coffer.stop()).toBe(0);
  await expect(fetch(`http://127.0.0.1:${coffer.ports.store}/`)).rejects.toThrow('fetch failed');
  await expect(fetch(`http://127.0.0.1:${coffer.ports.pool}/`)).rejects.toThrow('fetch failed');
  coffer = await startCoffer({ dataFolder, ports: coffer.ports });
  expect(coffer.welcomeLink).toBeDefined();
  expect(coffer.welcomeLink).not.toBe(before);
  expect(await coffer.stop()).toBe(0);
}, 600_000);

test.skipIf(process.platform !== 'linux' || !existsSync(SCRIPT))(
  'on a terminal, SIGINT to its process alone stops it in order (needs `script`)',
  async () => {
    const command = `echo pid=$$; exec '${process.execPath}' '${WRAPPER}' start`;
    const terminal = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        SHELL: '/bin/sh',
        COFFER_DATA: dataFolder,
        COFFER_URL: coffer.url,
        COFFER_PORT: String(coffer.ports.app),
        COFFER_STORE_PORT: String(coffer.ports.store),
        COFFER_POOL_PORT: String(coffer.ports.pool),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(terminal, 'close');
    let text = '';
    await new Promise<void>((resolve, reject) => {
      terminal.on('close', () => reject(new Error(text)));
      terminal.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('Coffer is running at')) resolve();
      });
    });
    process.kill(Number(/pid=(\d+)/.exec(text)?.[1]), 'SIGINT');
    await closed;
    expect(terminal.exitCode).toBe(0);
  },
  600_000,
);
