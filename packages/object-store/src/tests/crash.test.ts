import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { defined } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { expect, test } from 'vitest';
import { openDirectStore } from '../testing/direct-store.world.ts';
import { frameOf, PACK_SUFFIX, readPackHead, slotsIn } from '../disk/packs/pack-file.ts';
import { splitRecord } from '../disk/durable/record-file.ts';
import type { ObjectManifest } from '../disk/records.ts';
import { type LiveBin, startBin } from '../testing/live-bin.world.ts';
import { bytes, CREDENTIAL, REGION } from '../testing/live-store.world.ts';
import { sendBundle } from '../testing/signed-bundle.world.ts';

// oxlint-disable-next-line node/no-process-env -- a setting of this test only, documented in the README of the package
const ROUNDS = Number(process.env['COFFER_CRASH_ROUNDS'] ?? sized({ gate: 1, campaign: 20 }));
const WRITERS = 4;
const BUNDLES_MIN = 2;
const PART_BYTES = 200_000;

interface Expectation {
  acknowledged: string | undefined;
  pending: string | undefined;
}

const ABSENT = 'absent';
const SOURCE = bytes(PART_BYTES + 77, 4711);
const SOURCE_KEY = 'source of copies';
const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

const originOf = (bin: LiveBin): string => `http://127.0.0.1:${bin.report.port ?? 0}`;

function clientOf(bin: LiveBin): S3Client {
  const endpoint = originOf(bin);
  return new S3Client({
    endpoint,
    region: REGION,
    credentials: CREDENTIAL,
    forcePathStyle: true,
    maxAttempts: 1,
  });
}

const CopySource = `files/${encodeURIComponent(SOURCE_KEY)}`;

/** If `head` is set, the first part is a copy. */
async function putMultipart(client: S3Client, Key: string, { head, body }: { head: boolean; body: Buffer }) {
  const target = { Bucket: 'files', Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const Parts: CompletedPart[] = [];
  if (head) {
    const copied = await client.send(
      new UploadPartCopyCommand({ ...target, UploadId, PartNumber: 1, CopySource }),
    );
    Parts.push({ PartNumber: 1, ETag: copied.CopyPartResult?.ETag ?? '' });
  }
  for (let at = 0; at < body.length; at += PART_BYTES) {
    const PartNumber: number = Parts.length + 1;
    const Body = body.subarray(at, at + PART_BYTES);
    const sent = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag: sent.ETag ?? '', ChecksumCRC32: sent.ChecksumCRC32 ?? '' });
  }
  await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
}

function expectationOf(keys: Map<string, Expectation>, key: string): Expectation {
  const expectation = keys.get(key) ?? { acknowledged: ABSENT, pending: undefined };
  keys.set(key, expectation);
  return expectation;
}

async function putBundle(origin: string, keys: Map<string, Expectation>, seed: number): Promise<number> {
  const folder = `writer-${Math.floor(seed / 1000) % WRITERS}`;
  const names = [0, 1, 2, 3].map((k) => `${folder}/${(seed + k) % 7}`);
  const fresh = Array.from({ length: 20 }, (_, k) => `${folder}/bundle-${(seed * 20 + k) % 60}`);
  const objects = new Map(
    [...names, ...fresh].map((key, k) => [key, bytes(k === 9 ? 90_000 : 500 + k * 700, seed + k)]),
  );
  const expectations = [...objects].map(([key, content]) => {
    const expectation = expectationOf(keys, key);
    expectation.pending = `${hashOf(content)} none`;
    return expectation;
  });
  await sendBundle(origin, objects);
  for (const expectation of expectations) {
    expectation.acknowledged = expectation.pending;
    expectation.pending = undefined;
  }
  return expectations.length;
}

interface Target {
  readonly client: S3Client;
  readonly origin: string;
  readonly progress: { bundles: number };
}

async function write(
  { client, origin, progress }: Target,
  keys: Map<string, Expectation>,
  seed: number,
): Promise<number> {
  let acknowledged = 0;
  try {
    for (let i = 0; ; i += 1) {
      if (i % 6 === 4) {
        acknowledged += await putBundle(origin, keys, seed * 1000 + i);
        progress.bundles += 1;
        continue;
      }
      const key = `writer-${seed % WRITERS}/${i % 7}`;
      const expectation = expectationOf(keys, key);
      const body = bytes(1000 + ((i * 37_001 + seed) % 450_000), seed * 1000 + i);
      const target = { Bucket: 'files', Key: key };
      const [hash = ABSENT] = expectation.acknowledged?.split(' ') ?? [];
      if (i % 11 === 10) {
        expectation.pending = ABSENT;
        await client.send(new DeleteObjectCommand(target));
      } else if (i % 5 === 1 && hash !== ABSENT) {
        expectation.pending = `${hash} ${i}`;
        const Tagging = { TagSet: [{ Key: 'tag', Value: String(i) }] };
        await client.send(new PutObjectTaggingCommand({ ...target, Tagging }));
      } else if (i % 5 === 3) {
        expectation.pending = `${hashOf(SOURCE)} none`;
        await client.send(new CopyObjectCommand({ ...target, CopySource }));
      } else if (i % 3 === 2) {
        const head = i % 2 === 0;
        expectation.pending = `${hashOf(head ? Buffer.concat([SOURCE, body]) : body)} none`;
        await putMultipart(client, key, { head, body });
      } else {
        expectation.pending = `${hashOf(body)} none`;
        await client.send(new PutObjectCommand({ ...target, Body: body }));
      }
      expectation.acknowledged = expectation.pending;
      expectation.pending = undefined;
      acknowledged += 1;
    }
  } catch {
    return acknowledged;
  }
}

async function contentOf(client: S3Client, Key: string): Promise<string> {
  try {
    const result = await client.send(new GetObjectCommand({ Bucket: 'files', Key }));
    const hash = hashOf((await result.Body?.transformToByteArray()) ?? new Uint8Array());
    const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket: 'files', Key }));
    return `${hash} ${TagSet?.[0]?.Value ?? 'none'}`;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return ABSENT;
    throw error;
  }
}

function recordsIn(folder: string): Pick<ObjectManifest, 'parts'>[] {
  return readdirSync(join(folder, 'meta'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, content: readFileSync(join(entry.parentPath, entry.name)) }))
    .flatMap(({ name, content }) => (name.endsWith(PACK_SUFFIX) ? framesIn(content) : [content]))
    .map((record) => JSON.parse(splitRecord(record).text));
}

function framesIn(pack: Buffer): readonly Buffer[] {
  const head = defined(readPackHead(pack), 'a committed pack could not be read');
  return slotsIn(head, 'live').map((slot) => {
    const { at, length } = frameOf(head, slot);
    return pack.subarray(at, at + length);
  });
}

test(`no acknowledged write is lost or torn in ${ROUNDS} kills`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-crash-'));
  const keys = new Map<string, Expectation>();
  let acknowledged = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bin = await startBin({ folder, limits: { partBytesMin: PART_BYTES } });
      const client = clientOf(bin);
      if (round === 0) {
        await client.send(new PutObjectCommand({ Bucket: 'files', Key: SOURCE_KEY, Body: SOURCE }));
      }
      const progress = { bundles: 0 };
      const target = { client, origin: originOf(bin), progress };
      const writers = Array.from({ length: WRITERS }, (_, i) => write(target, keys, round * WRITERS + i));
      // Waits for completed work, not only time, so that slow machines are also killed under load.
      await expect.poll(() => progress.bundles, { timeout: 120_000 }).toBeGreaterThanOrEqual(BUNDLES_MIN);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
      bin.child.kill('SIGKILL');
      await bin.exitCode();
      for (const count of await Promise.all(writers)) acknowledged += count;
      client.destroy();

      const after = await startBin({ folder });
      const reader = clientOf(after);
      const listed = new Set<string>();
      for await (const page of paginateListObjectsV2({ client: reader }, { Bucket: 'files' })) {
        for (const item of page.Contents ?? []) listed.add(item.Key ?? '');
      }
      for (const [key, expectation] of keys) {
        const content = await contentOf(reader, key);
        expect([expectation.acknowledged, expectation.pending]).toContain(content);
        expect(listed.has(key)).toBe(content !== ABSENT);
        keys.set(key, { acknowledged: content, pending: undefined });
      }
      expect(after.stderr()).not.toContain('blobs_missing');
      expect(after.stderr()).not.toContain('records_unreadable');
      reader.destroy();
      after.child.stdin?.end();
      expect(await after.exitCode()).toBe(0);

      const opened = await openDirectStore({ folder });
      expect(await opened.store.scrub()).toMatchObject({
        findings: [],
        unreadableRecords: 0,
        unverifiable: 0,
      });
      await opened.close();

      const blobs = new Set(
        readdirSync(join(folder, 'blobs'), { recursive: true }).map((name) => String(name).slice(-32)),
      );
      for (const record of recordsIn(folder)) {
        for (const part of record.parts) expect(blobs.has(part.blob)).toBe(part.isInline !== true);
      }
    }
    expect(acknowledged).toBeGreaterThan(ROUNDS * WRITERS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
