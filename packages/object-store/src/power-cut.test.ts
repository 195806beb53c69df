// The power goes in the middle of writing. The store's folder lies on ext4, on a loop device that bypasses the page cache, in a file on
// XFS. A reflink of that file, made while writes go on, is what a disk holds when the power goes: all that reached it and
// nothing that waits in memory. It is mounted (the journal is replayed), and every answer that came before the cut must be true.
// The same is done with fsync and fdatasync made to do nothing: then writes must be lost, or the test shows nothing.
// Needs Linux, root, loop devices, xfsprogs, e2fsprogs and strace; skipped where any of it is missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { GIB, MIB } from '@coffer/kit';
import { afterEach, expect, test } from 'vitest';
import { startBin } from './live-bin.contract.ts';
import { bytes, CREDENTIAL, REGION } from './live-store.contract.ts';
import { sendBundle } from './signed-bundle.contract.ts';

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const undo: (() => void)[] = [];
const cleanUp = (): void => {
  for (const each of undo.splice(0).toReversed()) each();
};
afterEach(cleanUp);

/** Makes a file system in a file and mounts it. */
function mountImage(
  image: string,
  target: string,
  make?: { readonly command: readonly string[]; readonly bytes: number },
): void {
  if (make !== undefined) {
    writeFileSync(image, '');
    truncateSync(image, make.bytes);
    const [command = '', ...args] = make.command;
    run(command, ...args, image);
  }
  const device = run('losetup', '--find', '--show', '--direct-io=on', image).trim();
  undo.push(() => void spawnSync('losetup', ['--detach', device]));
  mkdirSync(target, { recursive: true });
  run('mount', device, target);
  undo.push(() => void spawnSync('umount', ['-l', target]));
}

const XFS = { command: ['mkfs.xfs', '-q', '-m', 'reflink=1'], bytes: 2 * GIB } as const;
const EXT4 = { command: ['mkfs.ext4', '-q', '-F'], bytes: 768 * MIB } as const;

function mayCutPower(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'coffer-power-probe-'));
  try {
    run('strace', '-f', '-e', 'inject=fsync:retval=0', 'true');
    mountImage(join(folder, 'xfs.img'), join(folder, 'xfs'), XFS);
    mountImage(join(folder, 'xfs', 'disk.img'), join(folder, 'disk'), EXT4);
    run('cp', '--reflink=always', join(folder, 'xfs', 'disk.img'), join(folder, 'xfs', 'copy.img'));
    return true;
  } catch {
    return false;
  } finally {
    cleanUp();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In place of the hash of what was removed. */
const GONE = 'gone';
const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

function clientOf(port: number | undefined): S3Client {
  return new S3Client({
    endpoint: `http://127.0.0.1:${port ?? 0}`,
    region: REGION,
    credentials: CREDENTIAL,
    forcePathStyle: true,
    maxAttempts: 1,
  });
}

/** Writes new objects, copies and multipart objects until it is stopped; notes each when its answer is there. */
async function write(
  { client, origin }: { client: S3Client; origin: string },
  acknowledged: Map<string, string>,
  { writer, signal }: { writer: number; signal: AbortSignal },
) {
  for (let i = 0; !signal.aborted; i += 1) {
    const target = { Bucket: 'files', Key: `${writer}/${i}` };
    const Body = bytes(500 + ((i * 7919) % 150_000), writer * 100_000 + i);
    await client.send(new PutObjectCommand({ ...target, Body }));
    acknowledged.set(target.Key, hashOf(Body));
    if (i % 4 === 0) {
      const bundle = new Map(
        Array.from({ length: 12 }, (_, k) => [
          `${target.Key}-${k}`,
          // The last is too large for a pack, and has a blob of its own.
          bytes(k === 11 ? 300_000 : 700 + k * 900, writer * 100_000 + i + k),
        ]),
      );
      await sendBundle(origin, bundle);
      for (const [key, content] of bundle) acknowledged.set(key, hashOf(content));
      await client.send(new DeleteObjectCommand({ ...target, Key: `${target.Key}-0` }));
      acknowledged.set(`${target.Key}-0`, GONE);
      await client.send(new PutObjectCommand({ ...target, Key: `${target.Key}-1`, Body }));
      acknowledged.set(`${target.Key}-1`, hashOf(Body));
    }
    if (i % 4 === 1) {
      await client.send(
        new CopyObjectCommand({ ...target, Key: `${target.Key}-copy`, CopySource: `files/${target.Key}` }),
      );
      acknowledged.set(`${target.Key}-copy`, hashOf(Body));
    }
    if (i % 4 === 3) {
      const multi = { ...target, Key: `${target.Key}-parts` };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(multi));
      const part = await client.send(new UploadPartCommand({ ...multi, UploadId, PartNumber: 1, Body }));
      const Parts = [{ PartNumber: 1, ETag: part.ETag ?? '', ChecksumCRC32: part.ChecksumCRC32 ?? '' }];
      await client.send(
        new CompleteMultipartUploadCommand({ ...multi, UploadId, MultipartUpload: { Parts } }),
      );
      acknowledged.set(multi.Key, hashOf(Body));
    }
  }
}

interface Outcome {
  readonly acknowledged: number;
  readonly lost: number;
  /** There, and not what was sent. */
  readonly torn: number;
}

async function cutPower(wrapper: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-power-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const [outer, disk, after] = [join(folder, 'xfs'), join(folder, 'disk'), join(folder, 'after')];
  mountImage(join(folder, 'xfs.img'), outer, XFS);
  mountImage(join(outer, 'disk.img'), disk, EXT4);
  const bin = await startBin({ folder: join(disk, 'store'), limits: { partBytesMin: 1 } }, wrapper);
  expect(bin.said).toMatchObject({ ready: true });
  // What the start itself made is there in any case; only what is written now is at stake.
  run('sync');
  const client = clientOf(bin.said.port);
  const origin = `http://127.0.0.1:${bin.said.port ?? 0}`;
  const acknowledged = new Map<string, string>();
  const stop = new AbortController();
  const writers = Array.from({ length: 4 }, (_, writer) =>
    write({ client, origin }, acknowledged, { writer, signal: stop.signal }),
  );
  await pause(3000);
  const promised = new Map(acknowledged);
  run('cp', '--reflink=always', join(outer, 'disk.img'), join(outer, 'cut.img'));
  stop.abort();
  await Promise.all(writers);
  client.destroy();
  bin.child.stdin?.end();
  await bin.exitCode();

  mountImage(join(outer, 'cut.img'), after);
  const again = await startBin({ folder: join(after, 'store') });
  expect(again.said).toMatchObject({ ready: true });
  const reader = clientOf(again.said.port);
  let lost = 0;
  let torn = 0;
  for (const [Key, hash] of promised) {
    try {
      const { Body } = await reader.send(new GetObjectCommand({ Bucket: 'files', Key }));
      const found = hashOf((await Body?.transformToByteArray()) ?? new Uint8Array());
      // What came back lost its removal.
      if (hash === GONE) lost += 1;
      else if (found !== hash) torn += 1;
    } catch {
      // Not there, refused or cut off: lost in any case.
      if (hash !== GONE) lost += 1;
    }
  }
  reader.destroy();
  again.child.stdin?.end();
  await again.exitCode();
  return { acknowledged: promised.size, lost, torn };
}

test.skipIf(!mayCutPower())(
  'a power cut loses nothing that was acknowledged, and without syncs it would (needs root, loop devices, XFS and strace)',
  async () => {
    const kept = await cutPower([]);
    expect(kept).toEqual({ acknowledged: kept.acknowledged, lost: 0, torn: 0 });
    expect(kept.acknowledged).toBeGreaterThan(20);
    const unsynced = await cutPower([
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      'inject=fsync,fdatasync:retval=0',
    ]);
    expect(unsynced.acknowledged).toBeGreaterThan(20);
    // No byte of it is given out wrong even then.
    expect(unsynced.lost).toBeGreaterThan(unsynced.acknowledged / 2);
    expect(unsynced.torn).toBe(0);
  },
  180_000,
);
