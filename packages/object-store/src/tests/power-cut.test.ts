// Simulates power cuts on ext4 in a file on XFS: a reflink of the file contains what reached the disk, and must contain
// every acknowledged write. Without fsync some writes must be lost, otherwise the test proves nothing.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { GIB, MIB } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { afterEach, expect, test } from 'vitest';
import { packsIn } from '../disk/packs/packed-store.world.ts';
import { type LiveBin, startBin } from '../testing/live-bin.world.ts';
import { bytes, CREDENTIAL, REGION } from '../testing/live-store.world.ts';
import { sendBundle } from '../testing/signed-bundle.world.ts';

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const undo: (() => void)[] = [];
const cleanUp = (): void => {
  for (const each of undo.splice(0).toReversed()) each();
};
afterEach(cleanUp);

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

interface Held {
  readonly now: string;
  readonly soon?: string;
}

/** A request without a response must have either its complete effect or none. */
class Promises {
  readonly held = new Map<string, Held>();
  readonly #sent = new Set<string>();

  async asked(contents: ReadonlyMap<string, string>, request: () => Promise<unknown>): Promise<void> {
    for (const [key, soon] of contents) {
      this.held.set(key, { now: this.held.get(key)?.now ?? GONE, soon });
      this.#sent.add(`${key} ${soon}`);
    }
    await request();
    for (const [key, now] of contents) this.held.set(key, { now });
  }

  get settledCount(): number {
    return [...this.held.values()].filter(({ soon }) => soon === undefined).length;
  }

  wasSent(key: string, content: string): boolean {
    return this.#sent.has(`${key} ${content}`);
  }
}

interface Writing {
  readonly client: S3Client;
  readonly origin: string;
  readonly promises: Promises;
  readonly signal: AbortSignal;
}

async function write({ client, origin, promises, signal }: Writing, writer: number): Promise<void> {
  for (let i = 0; !signal.aborted; i += 1) {
    const target = { Bucket: 'files', Key: `${writer}/${i}` };
    const Body = bytes(500 + ((i * 7919) % 150_000), writer * 100_000 + i);
    const put = (Key: string) =>
      promises.asked(new Map([[Key, hashOf(Body)]]), () =>
        client.send(new PutObjectCommand({ ...target, Key, Body })),
      );
    await put(target.Key);
    if (i % 4 === 0) {
      const bundle = new Map(
        Array.from({ length: 12 }, (_, k) => [
          `${target.Key}-${k}`,
          // The last one is too large for a pack.
          bytes(k === 11 ? 300_000 : 700 + k * 900, writer * 100_000 + i + k),
        ]),
      );
      const hashes = new Map([...bundle].map(([key, content]) => [key, hashOf(content)]));
      await promises.asked(hashes, () => sendBundle(origin, bundle));
      const Key = `${target.Key}-0`;
      await promises.asked(new Map([[Key, GONE]]), () =>
        client.send(new DeleteObjectCommand({ ...target, Key })),
      );
      await put(`${target.Key}-1`);
      // Deletes more than half of the bytes of a pack, which makes it shrink.
      const Objects = [5, 6, 7, 8, 9, 10].map((k) => ({ Key: `${target.Key}-${k}` }));
      await promises.asked(new Map(Objects.map((object) => [object.Key, GONE])), () =>
        client.send(new DeleteObjectsCommand({ Bucket: target.Bucket, Delete: { Objects } })),
      );
    }
    if (i % 4 === 1) {
      const copy = { ...target, Key: `${target.Key}-copy`, CopySource: `files/${target.Key}` };
      await promises.asked(new Map([[copy.Key, hashOf(Body)]]), () =>
        client.send(new CopyObjectCommand(copy)),
      );
    }
    if (i % 4 === 3) {
      const multi = { ...target, Key: `${target.Key}-parts` };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(multi));
      const part = await client.send(new UploadPartCommand({ ...multi, UploadId, PartNumber: 1, Body }));
      const Parts = [{ PartNumber: 1, ETag: part.ETag ?? '', ChecksumCRC32: part.ChecksumCRC32 ?? '' }];
      await promises.asked(new Map([[multi.Key, hashOf(Body)]]), () =>
        client.send(new CompleteMultipartUploadCommand({ ...multi, UploadId, MultipartUpload: { Parts } })),
      );
    }
  }
}

interface Cut {
  readonly image: string;
  readonly promised: ReadonlyMap<string, Held>;
}

interface Outcome {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  /** Keys with data that was never sent. */
  readonly torn: readonly string[];
}

async function cutPower(pausesMs: readonly number[], wrapper: readonly string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-power-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const [outer, disk] = [join(folder, 'xfs'), join(folder, 'disk')];
  mountImage(join(folder, 'xfs.img'), outer, XFS);
  mountImage(join(outer, 'disk.img'), disk, EXT4);
  const bin = await startBin({ folder: join(disk, 'store'), limits: { partBytesMin: 1 } }, wrapper);
  expect(bin.report).toMatchObject({ ready: true });
  run('sync');
  const client = clientOf(bin.report.port);
  const origin = `http://127.0.0.1:${bin.report.port ?? 0}`;
  const promises = new Promises();
  const stop = new AbortController();
  const writing = { client, origin, promises, signal: stop.signal };
  const writers = Array.from({ length: 4 }, (_, writer) => write(writing, writer));
  const cuts: Cut[] = [];
  for (const [i, pauseMs] of pausesMs.entries()) {
    await pause(pauseMs);
    await expect.poll(() => promises.settledCount, { timeout: 60_000 }).toBeGreaterThan(30);
    const image = join(outer, `cut-${i}.img`);
    // Both run synchronously, so that no request or response comes in between.
    cuts.push({ image, promised: new Map(promises.held) });
    run('cp', '--reflink=always', join(outer, 'disk.img'), image);
  }
  stop.abort();
  await Promise.all(writers);
  client.destroy();
  bin.child.stdin?.end();
  await bin.exitCode();

  const lost: string[] = [];
  const torn: string[] = [];
  for (const [i, { image, promised }] of cuts.entries()) {
    const found = await contentsAfter(image, join(folder, `after-${i}`), promised.keys());
    for (const [key, { now, soon = now }] of promised) {
      const content = found.get(key) ?? GONE;
      if (content === now || content === soon) continue;
      const isKnown = content === GONE || content.startsWith('not read') || promises.wasSent(key, content);
      const list = isKnown ? lost : torn;
      list.push(`${key}, cut ${i}: ${content}, promised ${now}${soon === now ? '' : ` or ${soon}`}`);
    }
  }
  const last = [...(cuts.at(-1)?.promised.values() ?? [])];
  return { acknowledged: last.filter(({ soon }) => soon === undefined).length, lost, torn };
}

async function contentsAfter(
  image: string,
  folder: string,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  mountImage(image, folder);
  const bin = await startBin({ folder: join(folder, 'store') });
  const found = await contentsOf(bin, keys);
  bin.child.stdin?.end();
  await bin.exitCode();
  return found;
}

async function contentsOf(bin: LiveBin, keys: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  expect(bin.report).toMatchObject({ ready: true });
  const client = clientOf(bin.report.port);
  const found = new Map<string, string>();
  const rest = [...keys];
  const read = async (): Promise<void> => {
    for (let Key = rest.pop(); Key !== undefined; Key = rest.pop()) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: 'files', Key }));
        found.set(Key, hashOf((await Body?.transformToByteArray()) ?? new Uint8Array()));
      } catch (error) {
        found.set(Key, error instanceof NoSuchKey ? GONE : `not read: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  client.destroy();
  return found;
}

const CUTS = sized({ gate: 1, campaign: 4 });
const mayCut = mayCutPower();
const at = (Key: string) => ({ Bucket: 'files', Key });
const NO_SYNCS = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:retval=0'];
const STRACE = ['strace', '-f', '-qq', '-o', '/dev/null', ...NO_SYNCS];

test.skipIf(!mayCut)(
  'a power cut loses no acknowledged write, and without syncs it would (needs root, loop devices, XFS and strace)',
  async () => {
    const kept = await cutPower(Array.from({ length: CUTS }, () => 300 + Math.random() * 900));
    expect(kept).toEqual({ acknowledged: kept.acknowledged, lost: [], torn: [] });
    expect(kept.acknowledged).toBeGreaterThan(20);
    const unsynced = await cutPower([3000], STRACE);
    expect(unsynced.acknowledged).toBeGreaterThan(20);
    expect(unsynced.lost.length).toBeGreaterThan(unsynced.acknowledged / 2);
    expect(unsynced.torn).toEqual([]);
  },
  180_000,
);

test.skipIf(!mayCut)(
  'what a start recovers survives a power cut, even if the previous process died before its syncs (same requirements)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coffer-power-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const [outer, disk] = [join(folder, 'xfs'), join(folder, 'disk')];
    mountImage(join(folder, 'xfs.img'), outer, XFS);
    mountImage(join(outer, 'disk.img'), disk, EXT4);
    const config = { folder: join(disk, 'store') };
    const objects = new Map(Array.from({ length: 12 }, (_, i) => [`${i}`, bytes(900 + i, i)]));
    const first = await startBin(config);
    await sendBundle(`http://127.0.0.1:${first.report.port ?? 0}`, objects);
    first.child.stdin?.end();
    await first.exitCode();

    const shards = Array.from({ length: 256 }, (_, i) =>
      join(config.folder, 'meta/files', i.toString(16).padStart(2, '0')),
    );
    const unsynced = [...shards, ...packsIn(config.folder)].flatMap((path) => ['-P', path]);
    const second = await startBin(config, [...STRACE, ...unsynced]);
    const client = clientOf(second.report.port);
    for (const key of ['0', '1', '2']) await client.send(new DeleteObjectCommand(at(key)));
    for (const key of ['3', 'new'])
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes(2000) }));
    client.destroy();
    // Kills the child of strace, because killing strace itself would not end the store.
    const pid = second.child.pid ?? 0;
    process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')), 'SIGKILL');
    await second.exitCode();

    const third = await startBin(config);
    const keys = [...objects.keys(), 'new'];
    const served = await contentsOf(third, keys);
    const gone = keys.filter((key) => served.get(key) === GONE);
    expect(gone).toEqual(['0', '1', '2']);
    const image = join(outer, 'cut.img');
    run('cp', '--reflink=always', join(outer, 'disk.img'), image);
    third.child.kill('SIGKILL');
    await third.exitCode();
    expect(await contentsAfter(image, join(folder, 'after'), keys)).toEqual(served);
  },
  60_000,
);
