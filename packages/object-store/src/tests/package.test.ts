// Installs the packed package with npm and starts its bin. Dependencies come from this repository, not a registry.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const PACKAGE = resolve(import.meta.dirname, '../..');
const MODULES = resolve(PACKAGE, '..', '..', 'node_modules');
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).optional() });
const run = promisify(execFile);
const outer = temporaryFolder('package');
const app = join(outer.path, 'app');
const installed = join(app, 'node_modules', '@coffer', 'object-store');
const children: ChildProcess[] = [];

/** Without the npm variables of the process that runs the tests. */
function environment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- npm needs the PATH and HOME of the machine
  const entries = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const { PATH = '', ...others } = Object.fromEntries(entries);
  return { ...others, PATH: [dirname(process.execPath), PATH].join(delimiter) };
}

function dependenciesOf(folder: string): readonly string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return Object.keys(manifest.dependencies ?? {});
}

function foldersBelow(folder: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  for (const name of dependenciesOf(folder)) {
    const path = join(MODULES, name);
    if (seen.has(path)) continue;
    seen.add(path);
    foldersBelow(path, seen);
  }
  return seen;
}

beforeAll(async () => {
  const env = environment();
  await run('npm', ['pack', '--pack-destination', outer.path], { cwd: PACKAGE, env });
  const tarball = readdirSync(outer.path).find((name) => name.endsWith('.tgz')) ?? '';
  const packed = join(outer.path, 'packed');
  await run('mkdir', ['-p', app, packed]);
  await run('tar', ['xzf', join(outer.path, tarball), '-C', packed]);
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}\n');
  const copies = foldersBelow(join(packed, 'package'));
  const still = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund'];
  const cache = ['--cache', join(outer.path, 'cache')];
  await run('npm', ['install', ...still, ...cache, join(outer.path, tarball), ...copies], { cwd: app, env });
}, 600_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await outer.remove();
  rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true });
});

test('it references no package of this repository, and contains its licence', () => {
  expect(dependenciesOf(installed)).toEqual(['fast-xml-parser', 'hash-wasm', 'zod']);
  expect(existsSync(join(installed, 'src'))).toBe(false);
  expect(readFileSync(join(installed, 'dist', 'LICENSE'), 'utf8')).toContain('Apache License');
});

test('its bin serves, stores data, and stops on request', async () => {
  const args = ['serve', join(outer.path, 'data'), '--port', '0', '--bucket', 'files'];
  const child = spawn(join(app, 'node_modules', '.bin', 'coffer-object-store'), args, {
    cwd: app,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const exited = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length === 3) break;
  }
  expect(complaints).toBe('');
  const words = said.join('\n');
  const word = (pattern: RegExp): string => pattern.exec(words)?.[1] ?? '';
  const client = new S3Client({
    endpoint: word(/(http:\S+)/),
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: {
      accessKeyId: word(/AWS_ACCESS_KEY_ID=(\S+)/),
      secretAccessKey: word(/AWS_SECRET_ACCESS_KEY=(\S+)/),
    },
  });
  const at = { Bucket: 'files', Key: 'some/where' };
  await client.send(new PutObjectCommand({ ...at, Body: 'what was put' }));
  const got = await client.send(new GetObjectCommand(at));
  expect(await got.Body?.transformToString()).toBe('what was put');
  client.destroy();
  child.kill('SIGTERM');
  await exited;
  expect(child.exitCode).toBe(0);
}, 600_000);

function program(port: string): string {
  return `
    import { startObjectStoreServer, type ServerOptions } from '@coffer/object-store';
    const clock: ServerOptions['clock'] = { now: () => new Date() };
    const credentials = [{ accessKeyId: 'key', secretAccessKey: 'secret' }];
    const started = await startObjectStoreServer({
      folder: 'program', host: '127.0.0.1', port: ${port}, region: 'us-east-1', credentials, buckets: ['files'], corsOrigins: [],
      clock, log: () => undefined, onDiskFailure: () => undefined,
    });
    if (!started.ok) throw new Error(started.error.code);
    const answer = await fetch(\`http://127.0.0.1:\${started.value.port}/files\`);
    console.log(answer.status);
    await started.value.close();`;
}

test('a program imports it by name, with types that TypeScript finds', async () => {
  writeFileSync(join(app, 'program.ts'), program('0'));
  writeFileSync(join(app, 'wrong.ts'), program("'0'"));
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: app });
  expect(stdout).toBe('403\n');
  const tsc = join(MODULES, 'typescript', 'bin', 'tsc');
  const types = ['--typeRoots', join(MODULES, '@types'), '--types', 'node'];
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', ...types];
  await run(process.execPath, [tsc, ...flags, 'program.ts'], { cwd: app });
  const refused = run(process.execPath, [tsc, ...flags, 'wrong.ts'], { cwd: app });
  await expect(refused).rejects.toMatchObject({ stdout: expect.stringContaining('TS2322') });
}, 600_000);
