import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBin, startBin } from './live-bin.contract.ts';
import { CREDENTIAL, REGION } from './live-store.contract.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-bin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function clientOf(bin: LiveBin): S3Client {
  const endpoint = `http://127.0.0.1:${bin.said.port ?? 0}`;
  return new S3Client({
    endpoint,
    region: REGION,
    credentials: CREDENTIAL,
    forcePathStyle: true,
    maxAttempts: 1,
  });
}

test('it says that it is ready, serves, and ends when standard input closes', async () => {
  const bin = await startBin({ folder });
  expect(bin.said).toEqual({ ready: true, port: expect.any(Number) });
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

async function* never() {
  yield Buffer.alloc(10);
  await new Promise(() => undefined);
}

test('at SIGTERM it does not wait for ever', async () => {
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

test('what keeps it from starting is said in one line', async () => {
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
    expect(bin.said.error?.code).toBe(code);
    expect(bin.said.error?.message).toMatch(/\w/);
    expect(await bin.exitCode()).toBe(2);
  }
  running.child.stdin?.end();
  await running.exitCode();
  taken.close();
}, 120_000);

test('a parent that dies before it says anything leaves no process behind', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bin.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(2);
});
