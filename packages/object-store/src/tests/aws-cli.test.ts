// Skipped if `aws` is not installed (Debian package awscli).
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytes, CREDENTIAL, type LiveStore, REGION, startLiveStore } from '../testing/live-store.world.ts';

const isAbsent = spawnSync('aws', ['--version']).status !== 0;
const run = promisify(execFile);

let store: LiveStore;
let folder: string;
beforeAll(async () => {
  store = await startLiveStore();
  folder = mkdtempSync(join(tmpdir(), 'coffer-aws-'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function aws(args: readonly string[], secret = CREDENTIAL.secretAccessKey): Promise<string> {
  // oxlint-disable-next-line node/no-process-env -- the command needs the PATH and HOME of the machine
  const { AWS_CA_BUNDLE: _bundle, ...environment } = process.env;
  const { stdout } = await run('aws', ['--endpoint-url', store.url, ...args], {
    env: {
      ...environment,
      AWS_ACCESS_KEY_ID: CREDENTIAL.accessKeyId,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_DEFAULT_REGION: REGION,
      AWS_CONFIG_FILE: '/dev/null',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '1',
    },
  });
  return stdout;
}

test.skipIf(isAbsent)('aws s3 uploads and downloads a large file, lists it, and removes it', async () => {
  const body = bytes(20_000_000, 8);
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  writeFileSync(source, body);
  await aws(['s3', 'cp', '--quiet', source, 's3://files/dir/a file ü']);
  expect(await aws(['s3', 'ls', 's3://files/dir/'])).toMatch(/ 20000000 a file ü\n/);
  expect(await aws(['s3', 'ls', 's3://files/'])).toMatch(/PRE dir\//);
  await aws(['s3', 'cp', '--quiet', 's3://files/dir/a file ü', target]);
  expect(readFileSync(target).equals(body)).toBe(true);
  const head = JSON.parse(await aws(['s3api', 'head-object', '--bucket', 'files', '--key', 'dir/a file ü']));
  expect(head).toMatchObject({ ContentLength: 20_000_000 });
  await aws(['s3', 'rm', '--quiet', 's3://files/dir/', '--recursive']);
  expect(await aws(['s3', 'ls', 's3://files/', '--recursive'])).toBe('');
});

test.skipIf(isAbsent)('aws s3 presign creates a URL that works without credentials', async () => {
  const source = join(folder, 'small');
  writeFileSync(source, 'hello');
  await aws(['s3', 'cp', '--quiet', source, 's3://files/small']);
  const url = (await aws(['s3', 'presign', 's3://files/small'])).trim();
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([200, 'hello']);
});

test.skipIf(isAbsent)('a wrong secret is reported', async () => {
  await expect(aws(['s3', 'ls', 's3://files/'], 'wrong')).rejects.toThrow('SignatureDoesNotMatch');
});
