import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test, vi } from 'vitest';
import type { Log, LogFacts } from '../platform/log/log.ts';
import { type Child, type ChildOptions, startChild } from './child-process.ts';

const folder = temporaryFolder('child process');
afterAll(async () => await folder.remove());

interface Entry {
  readonly level: string;
  readonly event: string;
  readonly facts: LogFacts;
}

function recordingLog(entries: Entry[], bound: LogFacts = {}): Log {
  const at =
    (level: string) =>
    (event: string, facts: LogFacts = {}): void => {
      entries.push({ level, event, facts: { ...bound, ...facts } });
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (facts) => recordingLog(entries, { ...bound, ...facts }),
  };
}

/** Serves GET / with { pid, port, argv, env, secret } and ends with its standard input. */
const GOOD = `
  import { createServer } from 'node:http';
  import { createInterface } from 'node:readline';
  const input = createInterface({ input: process.stdin });
  input.once('line', (line) => {
    const { port, secret } = JSON.parse(line);
    const server = createServer((request, response) => {
      if (request.url === '/crash') process.exit(3);
      response.end(JSON.stringify({ pid: process.pid, argv: process.argv, env: process.env, secret }));
    });
    server.listen(port ?? 0, '127.0.0.1', () => {
      console.error(JSON.stringify({ level: 'info', event: 'serving', port: server.address().port, list: [1] }));
      console.log(JSON.stringify({ ready: true, port: server.address().port }));
    });
  });
  input.once('close', () => process.exit(0));
`;

let programs = 0;
function program(text: string): string {
  programs += 1;
  const path = join(folder.path, `program-${programs}.mjs`);
  writeFileSync(path, text);
  return path;
}

const entries: Entry[] = [];
function options(text: string, extra: Partial<ChildOptions> = {}): ChildOptions {
  return {
    name: 'child',
    entry: program(text),
    configure: (port) => ({ port }),
    log: recordingLog(entries),
    ...extra,
  };
}

async function started(given: ChildOptions): Promise<Child> {
  const child = await startChild(given);
  if (!child.ok) throw new Error(JSON.stringify(child.error));
  return child.value;
}

async function ask(port: number): Promise<{ pid: number; argv: string[]; env: object; secret: string }> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as never;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process still answers to signals.
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function eventually(claim: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await claim())) {
    if (Date.now() > deadline) throw new Error('it did not come true within 30 s');
    await sleep(20);
  }
}

test('a child gets its secrets only through standard input, serves, and stops on request', async () => {
  const child = await started(options(GOOD, { configure: () => ({ secret: 'hunter2\u2028\u2029' }) }));
  const { pid, argv, env, secret } = await ask(child.port);
  expect(secret).toBe('hunter2\u2028\u2029');
  expect(JSON.stringify([argv, env])).not.toContain('hunter2');
  expect(Object.keys(env)).not.toContain('HOME');
  expect(entries).toContainEqual({
    level: 'info',
    event: 'serving',
    facts: { part: 'child', port: child.port, list: '[1]' },
  });
  await child.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a child trusts the certificates that its parent trusts', async () => {
  const path = join(folder.path, 'authority.pem');
  writeFileSync(path, '');
  vi.stubEnv('NODE_EXTRA_CA_CERTS', path);
  const child = await started(options(GOOD));
  vi.unstubAllEnvs();
  expect((await ask(child.port)).env).toMatchObject({ NODE_EXTRA_CA_CERTS: path });
  await child.stop();
});

test('request logs of a child are at debug level, unless they failed', async () => {
  const lines = ['info', 'error'].map((level) => JSON.stringify({ level, event: 'request', status: level }));
  const text = lines.map((line) => `console.error(${JSON.stringify(line)});`).join('');
  const child = await started(options(text + GOOD));
  await eventually(() => entries.filter(({ event }) => event === 'request').length === 2);
  expect(entries.filter(({ event }) => event === 'request').map(({ level }) => level)).toEqual([
    'debug',
    'error',
  ]);
  await child.stop();
});

test('a child that ends is restarted on the same port, until the retries are used up', async () => {
  let isLost = false;
  const child = await started(
    options(GOOD, { onLost: () => (isLost = true), times: { restartDelaysMs: [10, 20], healthyMs: 60_000 } }),
  );
  for (const restart of [1, 2]) {
    const { pid } = await ask(child.port);
    await expect(fetch(`http://127.0.0.1:${child.port}/crash`)).rejects.toThrow(/fetch failed/);
    await eventually(
      async () =>
        await ask(child.port).then(
          (now) => now.pid !== pid,
          () => false,
        ),
    );
    expect(isLost, `after restart ${restart}`).toBe(false);
  }
  await expect(fetch(`http://127.0.0.1:${child.port}/crash`)).rejects.toThrow(/fetch failed/);
  await eventually(() => isLost);
  await child.stop();
});

test('stopping during the backoff prevents the restart', async () => {
  const child = await started(options(GOOD, { times: { restartDelaysMs: [300] } }));
  await expect(fetch(`http://127.0.0.1:${child.port}/crash`)).rejects.toThrow(/fetch failed/);
  await child.stop();
  await sleep(400);
  await expect(ask(child.port)).rejects.toThrow(/fetch failed/);
});

test('stopping during a restart does not wait for it', async () => {
  const file = join(folder.path, 'restarting.pid');
  const silent = `
    import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  const given = options(GOOD, { times: { restartDelaysMs: [1], readyMs: 60_000 } });
  const child = await started(given);
  writeFileSync(given.entry, silent);
  await expect(fetch(`http://127.0.0.1:${child.port}/crash`)).rejects.toThrow(/fetch failed/);
  await eventually(() => existsSync(file) && isAlive(Number(readFileSync(file, 'utf8'))));
  const before = performance.now();
  await child.stop();
  expect(performance.now() - before).toBeLessThan(20_000);
  expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
});

test('a failed start of a child becomes an error value', async () => {
  expect(
    await startChild(
      options(`console.log('{"error":{"code":"port_taken","message":"in use"}}'); process.stdin.resume();
      process.stdin.on('end', () => process.exit(1));`),
    ),
  ).toEqual({ ok: false, error: { code: 'child_refused', reasonCode: 'port_taken', reason: 'in use' } });
  expect(await startChild(options(`console.log('Listening!'); process.stdin.resume();`))).toMatchObject({
    ok: false,
    error: { code: 'child_ended' },
  });
  expect(await startChild(options('throw new Error("broken")'))).toEqual({
    ok: false,
    error: { code: 'child_ended', reason: 'exit code 1' },
  });
  expect(entries).toContainEqual({
    level: 'warn',
    event: 'child_says',
    facts: { part: 'child', message: 'Error: broken' },
  });
});

test('a child that is never ready and ignores SIGTERM is killed', async () => {
  const file = join(folder.path, 'stubborn.pid');
  const given = options(
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(file)}, String(process.pid));
     process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
    { times: { readyMs: 1500, stopMs: 100 } },
  );
  expect(await startChild(given)).toEqual({ ok: false, error: { code: 'child_timeout', timeoutMs: 1500 } });
  expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
});

test('a child ends when its parent is killed', async () => {
  const script = `
    import { startChild } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'child-process.ts')).href)};
    const log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log };
    const child = await startChild({ name: 'child', entry: ${JSON.stringify(program(GOOD))}, configure: () => ({}), log });
    console.log(child.value.port);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next();
  const { pid } = await ask(Number(value));
  parent.kill('SIGKILL');
  await eventually(() => !isAlive(pid));
  await expect(ask(Number(value))).rejects.toThrow(/fetch failed/);
});
