// SIGKILL cannot reveal a missing sync, because the page cache survives the process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startBin } from '../testing/live-bin.world.ts';
import { bytes, CREDENTIAL, REGION } from '../testing/live-store.world.ts';
import { sendBundle } from '../testing/signed-bundle.world.ts';

const isAbsent = spawnSync('strace', ['-f', 'true']).status !== 0;

function stepOf(line: string): string | undefined {
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/blobs\/[0-9a-f]{2}\/[0-9a-f]{32}>/.test(line)) return 'sync blob';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/blobs\/[0-9a-f]{2}>/.test(line)) return 'sync blob folder';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/meta\/files\/[0-9a-f]{2}\/[^>]*\.tmp>/.test(line))
    return 'sync manifest';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/meta\/files\/[0-9a-f]{2}\/[0-9a-f]{32}\.pack>/.test(line))
    return 'sync pack';
  if (/ pwrite64\(\d+<[^>]*\.pack>/.test(line)) return 'mark in pack';
  if (/ unlink(?:at)?\(.*\.pack"/.test(line)) return 'unlink pack';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/meta\/files\/[0-9a-f]{2}>/.test(line)) return 'sync manifest folder';
  if (/ link(?:at)?\(.*\/blobs\//.test(line)) return 'link blob';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/uploads\/[0-9a-f]{32}\/[^>]*\.tmp>/.test(line))
    return 'sync upload record';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/uploads\/[0-9a-f]{32}>/.test(line)) return 'sync upload folder';
  if (/ rename(?:at2?)?\(.*\.tmp".*\/uploads\//.test(line)) return 'rename upload record';
  if (/ unlink(?:at)?\(.*\/uploads\/[0-9a-f]{32}\/upload\.json"/.test(line)) return 'unlink upload';
  if (/ rename(?:at2?)?\(.*\.tmp".*\/meta\/files\//.test(line)) return 'rename';
  if (/ unlink(?:at)?\(.*\/meta\/files\/[0-9a-f]{2}\/[0-9a-f]{64}"/.test(line)) return 'unlink manifest';
  if (/ unlink(?:at)?\(.*\/blobs\//.test(line)) return 'unlink blob';
  return / (?:write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 20[04]/.test(line) ? 'answer' : undefined;
}

async function trace(
  work: (client: S3Client, origin: string) => Promise<void>,
): Promise<readonly (readonly string[])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-order-'));
  const file = join(folder, 'trace');
  const calls =
    'trace=fsync,fdatasync,link,linkat,rename,renameat,renameat2,unlink,unlinkat,pwrite64,write,writev,sendto,sendmsg';
  try {
    const strace = ['strace', '-f', '-y', '-s', '256', '-e', calls, '-o', file];
    const bin = await startBin({ folder: join(folder, 'store'), limits: { partBytesMin: 1 } }, strace);
    const origin = `http://127.0.0.1:${bin.report.port ?? 0}`;
    const client = new S3Client({
      endpoint: origin,
      region: REGION,
      credentials: CREDENTIAL,
      forcePathStyle: true,
      maxAttempts: 1,
    });
    await work(client, origin);
    client.destroy();
    bin.child.stdin?.end();
    await bin.exitCode();
    const steps = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('resumed>'))
      .map(stepOf)
      .filter((step) => step !== undefined);
    const answers: string[][] = [[]];
    for (const step of steps) {
      answers.at(-1)?.push(step);
      if (step === 'answer') answers.push([]);
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const target = { Bucket: 'files', Key: 'ordered' };

test.skipIf(isAbsent)(
  'a response is sent when everything is durable, and a blob is removed when no record names it (needs strace)',
  async () => {
    const [put = [], remove = [], late = []] = await trace(async (client) => {
      await client.send(new PutObjectCommand({ ...target, Body: bytes(3_000_000) }));
      await client.send(new DeleteObjectCommand(target));
    });
    expect(put.slice(0, 3).toSorted()).toEqual(['sync blob', 'sync blob folder', 'sync manifest']);
    expect(put.slice(3)).toEqual(['rename', 'sync manifest folder', 'answer']);
    expect(remove.slice(0, 2)).toEqual(['unlink manifest', 'sync manifest folder']);
    expect([...remove.slice(2), ...late].toSorted()).toEqual(['answer', 'unlink blob']);
  },
  60_000,
);

test.skipIf(isAbsent)(
  'a small object is durable before its response, with one file and two syncs (needs strace)',
  async () => {
    const [put, copy, remove = []] = await trace(async (client) => {
      await client.send(new PutObjectCommand({ ...target, Body: bytes(1000) }));
      await client.send(new CopyObjectCommand({ ...target, Key: 'copy', CopySource: 'files/ordered' }));
      await client.send(new DeleteObjectCommand(target));
    });
    const commit = ['sync manifest', 'rename', 'sync manifest folder', 'answer'];
    expect(put).toEqual(commit);
    expect(copy).toEqual(commit);
    expect(remove).toEqual(['unlink manifest', 'sync manifest folder', 'answer']);
  },
  60_000,
);

test.skipIf(isAbsent)(
  'a bundle is durable before its response, with one file and two syncs, and so is each change of its objects (needs strace)',
  async () => {
    const bundle = new Map(Array.from({ length: 30 }, (_, i) => [`packed/${i}`, bytes(1000 + i)]));
    const [put, remove, over, all = []] = await trace(async (client, origin) => {
      await sendBundle(origin, bundle);
      await client.send(new DeleteObjectCommand({ ...target, Key: 'packed/0' }));
      await client.send(new PutObjectCommand({ ...target, Key: 'packed/1', Body: 'new' }));
      const Objects = Array.from({ length: 28 }, (_, i) => ({ Key: `packed/${i + 2}` }));
      await client.send(new DeleteObjectsCommand({ Bucket: target.Bucket, Delete: { Objects } }));
    });
    const commit = ['sync manifest', 'rename', 'sync manifest folder'];
    expect(put).toEqual([...commit, 'answer']);
    expect(remove).toEqual(['mark in pack', 'sync pack', 'answer']);
    expect(over).toEqual([...commit, 'mark in pack', 'sync pack', 'answer']);
    expect(all.slice(0, 2)).toEqual(['mark in pack', 'sync pack']);
    expect(all.slice(-2)).toEqual(['unlink pack', 'answer']);
  },
  60_000,
);

test.skipIf(isAbsent)(
  'a large file of a bundle is durable before its response, like a single one (needs strace)',
  async () => {
    const [put = []] = await trace((_client, origin) =>
      sendBundle(origin, new Map([['large', bytes(300_000)]])),
    );
    expect(put.slice(0, 3).toSorted()).toEqual(['sync blob', 'sync blob folder', 'sync manifest']);
    expect(put.slice(3)).toEqual(['rename', 'sync manifest folder', 'answer']);
  },
  60_000,
);

test.skipIf(isAbsent)(
  'copies and tags are durable before their response (needs strace)',
  async () => {
    const [, copy = [], tag = []] = await trace(async (client) => {
      await client.send(new PutObjectCommand({ ...target, Body: bytes(100_000) }));
      await client.send(new CopyObjectCommand({ ...target, Key: 'copy', CopySource: 'files/ordered' }));
      const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
      await client.send(new PutObjectTaggingCommand({ ...target, Key: 'copy', Tagging }));
    });
    const commit = ['sync manifest', 'rename', 'sync manifest folder', 'answer'];
    expect(copy).toEqual(['link blob', 'sync blob folder', ...commit]);
    expect(tag).toEqual(commit);
  },
  60_000,
);

test.skipIf(isAbsent)(
  'a part is durable before its response, and an upload ends after its object is durable (needs strace)',
  async () => {
    const [, part = [], complete = []] = await trace(async (client) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
      const sent = await client.send(
        new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: bytes(1000) }),
      );
      const Parts = [{ PartNumber: 1, ETag: sent.ETag ?? '', ChecksumCRC32: sent.ChecksumCRC32 ?? '' }];
      await client.send(
        new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
      );
    });
    expect(part.slice(0, 3).toSorted()).toEqual(['sync blob', 'sync blob folder', 'sync upload record']);
    expect(part.slice(3)).toEqual(['rename upload record', 'sync upload folder', 'answer']);
    const commit = ['sync manifest', 'rename', 'sync manifest folder'];
    expect(complete).toEqual([...commit, 'unlink upload', 'sync upload folder', 'answer']);
  },
  60_000,
);
