import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { MIB } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBin, startBin } from './testing/live-bin.world.ts';
import { CREDENTIAL, REGION } from './testing/live-store.world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-bin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function clientOf(bin: LiveBin): S3Client {
  const endpoint = `http://127.0.0.1:${bin.report.port ?? 0}`;
  return new S3Client({
    endpoint,
    region: REGION,
    credentials: CREDENTIAL,
    forcePathStyle: true,
    maxAttempts: 1,
  });
}

test('it reports that it is ready, serves, and ends when standard input closes', async () => {
  const bin = await startBin({ folder });
  expect(bin.report).toEqual({ ready: true, port: expect.any(Number) });
  await clientOf(bin).send(new PutObjectCommand({ Bucket: 'files', Key: 'secret-name', Body: 'x' }));
  bin.child.stdin?.end();
  expect(await bin.exitCode()).toBe(0);
  const lines = bin.stderr().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).event)).toContain('request');
  for (const secret of [CREDENTIAL.secretAccessKey, 'secret-name', 'Signature'])
    expect(bin.stderr()).not.toContain(secret);
});

test('at SIGTERM it lets a running request finish', async () => {
  const bin = await startBin({ folder });
  const client = clientOf(bin);
  const size = 400_000;
  const slow = async function* () {
    for (let i = 0; i < 4; i += 1) {
      yield Buffer.alloc(size / 4, 'a');
      if (i === 2) bin.child.kill('SIGTERM');
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  };
  const body = Readable.from(slow());
  await client.send(new PutObjectCommand({ Bucket: 'files', Key: 'slow', Body: body, ContentLength: size }));
  expect(await bin.exitCode()).toBe(0);
});

async function* never(bytes = 10) {
  yield Buffer.alloc(bytes);
  await new Promise(() => undefined);
}

test.each([true, false])('the parent decides whether each request is logged: %s', async (logsRequests) => {
  const bin = await startBin({ folder, logsRequests });
  await clientOf(bin).send(new PutObjectCommand({ Bucket: 'files', Key: 'told', Body: 'body' }));
  bin.child.stdin?.end();
  expect(await bin.exitCode()).toBe(0);
  expect(bin.stderr()).toContain('"event":"recovered"');
  expect(bin.stderr().includes('"event":"request"')).toBe(logsRequests);
});

test('at SIGTERM it does not wait forever', async () => {
  const bin = await startBin({ folder, limits: { stopTimeoutMs: 300 } });
  const put = new PutObjectCommand({
    Bucket: 'files',
    Key: 'never',
    Body: Readable.from(never()),
    ContentLength: 1000,
  });
  const failed = clientOf(bin)
    .send(put)
    .catch((error: Error) => error);
  await expect.poll(async () => bin.stderr()).toContain('recovered');
  await new Promise((resolve) => setTimeout(resolve, 300));
  bin.child.kill('SIGTERM');
  expect(await bin.exitCode()).toBe(0);
  expect(await failed).toBeInstanceOf(Error);
});

test('a start waits while another process finishes its last requests', async () => {
  const before = await startBin({ folder, limits: { stopTimeoutMs: 60_000 } });
  const blobs = async () =>
    (await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length;
  const there = await blobs();
  const put = new PutObjectCommand({
    Bucket: 'files',
    Key: 'never',
    Body: Readable.from(never(MIB / 2)),
    ContentLength: MIB,
  });
  const leaving = new AbortController();
  const failed = clientOf(before)
    .send(put, { abortSignal: leaving.signal })
    .catch((error: Error) => error);
  await expect.poll(blobs).toBe(there + 1);
  before.child.stdin?.end();
  expect((await startBin({ folder })).report).toMatchObject({ error: { code: 'locked' } });
  const starting = startBin({ folder, limits: { lockTimeoutMs: 30_000 } });
  expect(before.child.exitCode).toBeNull();
  leaving.abort();
  const next = await starting;
  expect(next.report).toMatchObject({ ready: true });
  expect(await before.exitCode()).toBe(0);
  expect(await failed).toBeInstanceOf(Error);
  next.child.stdin?.end();
  await next.exitCode();
});

test('a failed start is reported in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = await startBin({ folder });
  await writeFile(join(folder, 'plain-file'), '');
  const cases = [
    [{ folder: join(folder, 'two'), port }, 'port_taken'],
    [{ folder: join(folder, 'two'), host: '203.0.113.1' }, 'host_unknown'],
    [{ folder }, 'locked'],
    [{ folder: join(folder, 'plain-file') }, 'folder_not_writable'],
    [{ folder: '' }, 'config_invalid'],
    [{ folder, credentials: [] }, 'config_invalid'],
    [{ folder, buckets: ['../x'] }, 'config_invalid'],
    ['no json\n', 'config_invalid'],
    ['{"a":\n', 'config_invalid'],
  ] as const;
  for (const [config, code] of cases) {
    const bin = await startBin(config);
    expect(bin.report.error?.code).toBe(code);
    expect(bin.report.error?.message).toMatch(/\w/);
    expect(await bin.exitCode()).toBe(2);
  }
  running.child.stdin?.end();
  await running.exitCode();
  taken.close();
}, 600_000);

test('if the parent dies before sending the configuration, no process remains', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bin.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(2);
});

async function command(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bin.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  const [code] = await once(child, 'close');
  return { stdout, code: Number(code) };
}

test('`serve` is a stand-alone S3 server with a stored key pair', async () => {
  const own = join(folder, 'stand-alone');
  const serving = async () => {
    const args = ['serve', own, '--port', '0', '--bucket', 'mine'];
    const child = spawn(process.execPath, [join(import.meta.dirname, 'bin.ts'), ...args], { stdio: 'pipe' });
    let report = '';
    while (!report.includes('SECRET')) report += String((await once(child.stdout, 'data'))[0]);
    const fact = (pattern: RegExp) => pattern.exec(report)?.[1] ?? '';
    const client = new S3Client({
      endpoint: fact(/(http:\S+)/),
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: fact(/KEY_ID=(\S+)/), secretAccessKey: fact(/ACCESS_KEY=(\S+)/) },
    });
    return { child, client, secret: fact(/ACCESS_KEY=(\S+)/) };
  };
  const first = await serving();
  await first.client.send(new PutObjectCommand({ Bucket: 'mine', Key: 'a', Body: 'kept' }));
  expect(JSON.parse((await command('scrub', own, '--json')).stdout)).toMatchObject({
    error: { code: 'locked' },
  });
  first.child.kill('SIGINT');
  expect(await once(first.child, 'exit')).toEqual([0, null]);
  const second = await serving();
  expect(second.secret).toBe(first.secret);
  const { Body } = await second.client.send(new GetObjectCommand({ Bucket: 'mine', Key: 'a' }));
  expect(await Body?.transformToString()).toBe('kept');
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');

  const sound = await command('scrub', own, '--budget', '100', '--json');
  expect(sound.code).toBe(0);
  expect(JSON.parse(sound.stdout)).toMatchObject({ objects: 1, findings: [] });
  const records = await readdir(join(own, 'meta'), { recursive: true });
  const record = join(own, 'meta', records.find((name) => name.length > 60) ?? '');
  await truncate(record, (await stat(record)).size - 2);
  const damaged = await command('scrub', own);
  expect([damaged.code, damaged.stdout]).toEqual([4, expect.stringContaining('length: mine/"a" part 1')]);
});

test('invalid arguments are reported', async () => {
  for (const args of [
    ['dance'],
    ['serve'],
    ['serve', folder, '--tempo', '3'],
    ['scrub', folder, '--budget', '-1'],
  ]) {
    const { stdout, code } = await command(...args);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'config_invalid' } });
  }
  expect(await command('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('serve FOLDER') });
});
