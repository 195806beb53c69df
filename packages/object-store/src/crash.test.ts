// Kills the process of the store with SIGKILL while four writers are at work, starts it again, and looks at everything
// that had been acknowledged. COFFER_CRASH_ROUNDS sets the number of rounds.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { type LiveBin, startBin } from './live-bin.contract.ts';
import { bytes, CREDENTIAL, REGION } from './live-store.contract.ts';

// oxlint-disable-next-line node/no-process-env -- a knob of this test alone, documented in the README of the package
const ROUNDS = Number(process.env['COFFER_CRASH_ROUNDS'] ?? '5');
const WRITERS = 4;
const PART_BYTES = 200_000;

/** What a key may hold: what was acknowledged last, or what was under way when the process died. */
interface Expectation {
  acknowledged: string | undefined;
  pending: string | undefined;
}

const ABSENT = 'absent';
const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

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

async function putMultipart(client: S3Client, Key: string, body: Buffer): Promise<void> {
  const target = { Bucket: 'files', Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const Parts: CompletedPart[] = [];
  for (let at = 0; at < body.length; at += PART_BYTES) {
    const PartNumber: number = Parts.length + 1;
    const Body = body.subarray(at, at + PART_BYTES);
    const sent = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag: sent.ETag ?? '', ChecksumCRC32: sent.ChecksumCRC32 ?? '' });
  }
  await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
}

/** Writes, overwrites and deletes its own keys until the store is gone. Counts the acknowledgements. */
async function write(client: S3Client, keys: Map<string, Expectation>, seed: number): Promise<number> {
  let acknowledged = 0;
  try {
    for (let i = 0; ; i += 1) {
      const key = `writer-${seed % WRITERS}/${i % 7}`;
      const expectation = keys.get(key) ?? { acknowledged: ABSENT, pending: undefined };
      keys.set(key, expectation);
      const body = bytes(1000 + ((i * 37_001 + seed) % 450_000), seed * 1000 + i);
      const isDelete = i % 11 === 10;
      expectation.pending = isDelete ? ABSENT : hashOf(body);
      if (isDelete) await client.send(new DeleteObjectCommand({ Bucket: 'files', Key: key }));
      else if (i % 3 === 2) await putMultipart(client, key, body);
      else await client.send(new PutObjectCommand({ Bucket: 'files', Key: key, Body: body }));
      expectation.acknowledged = expectation.pending;
      expectation.pending = undefined;
      acknowledged += 1;
    }
  } catch {
    // Any error here is the death of the server, which the caller brings about; what counts is checked afterwards.
    return acknowledged;
  }
}

async function contentOf(client: S3Client, Key: string): Promise<string> {
  try {
    const result = await client.send(new GetObjectCommand({ Bucket: 'files', Key }));
    return hashOf((await result.Body?.transformToByteArray()) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return ABSENT;
    throw error;
  }
}

function recordsIn(folder: string): { readonly parts: readonly { blob: string; sizeBytes: number }[] }[] {
  return readdirSync(join(folder, 'meta'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')));
}

test(`nothing acknowledged is lost or torn in ${ROUNDS} kills`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-crash-'));
  const keys = new Map<string, Expectation>();
  let acknowledged = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bin = await startBin({ folder, limits: { partBytesMin: PART_BYTES } });
      const client = clientOf(bin);
      const writers = Array.from({ length: WRITERS }, (_, i) => write(client, keys, round * WRITERS + i));
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 900));
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

      const blobs = new Set(
        readdirSync(join(folder, 'blobs'), { recursive: true }).map((name) => String(name).slice(-32)),
      );
      for (const record of recordsIn(folder)) {
        for (const part of record.parts) expect(blobs.has(part.blob)).toBe(true);
      }
    }
    expect(acknowledged).toBeGreaterThan(ROUNDS * WRITERS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
