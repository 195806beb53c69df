import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '@coffer/kit';
import type { ChecksumAlgorithm } from '../checksum/algorithms.ts';
import { type DigestName, Digests } from '../checksum/digests.ts';
import { tableBytes } from './blobs/block-sums.ts';
import type { Disk } from './disk.ts';
import { errorCode } from './durable/durable.ts';
import { type BlobProblem, DamagedBlob, readBlob, readInline } from './blobs/read-blob.ts';
import type { BlobPart, ObjectManifest } from './records.ts';

export interface ScrubOptions {
  readonly bytesPerSecond?: number;
  readonly signal?: AbortSignal;
}

export interface ScrubFinding {
  readonly bucket: string;
  readonly key: string;
  readonly partNumber: number;
  readonly blob: string;
  readonly problem: BlobProblem;
}

export interface ScrubReport {
  readonly isComplete: boolean;
  readonly objects: number;
  readonly blobs: number;
  readonly sizeBytes: number;
  /** Blobs without a checksum; only their length is known. */
  readonly unverifiable: number;
  readonly findings: readonly ScrubFinding[];
  readonly unreadableRecords: number;
  /** Records that the start could not read. They are not counted as objects. */
  readonly unreadableAtStart: number;
  readonly durationMs: number;
}

/**
 * Verifies every blob: length, block sums, and the checksum of the upload. Marks damaged blobs, so that reads
 * of their objects fail, and unmarks intact ones.
 */
export async function scrub(disk: Disk, options: ScrubOptions = {}): Promise<ScrubReport> {
  const startedAtMs = performance.now();
  const run = new ScrubRun(disk, options);
  for (const { name } of disk.buckets.list()) await run.objectsOf(name);
  for (const { record, parts } of disk.uploads.listAll()) {
    for (const part of parts.values()) {
      const { checksum, ...blob } = part;
      const expected = digestOfPart(checksum);
      const isThere = (): boolean => disk.uploads.find(record.id)?.parts.get(part.number) === part;
      await run.check(blob, { bucket: record.bucket, key: record.key, expected, isThere });
    }
  }
  return { ...run.report(), durationMs: Math.round(performance.now() - startedAtMs) };
}

interface ExpectedDigest {
  readonly name: DigestName;
  readonly matches: (digest: Buffer) => boolean;
}

interface ScrubTarget {
  readonly bucket: string;
  readonly key: string;
  readonly expected: ExpectedDigest | undefined;
  readonly inline?: Buffer;
  /** For blobs that are not pinned: false once no record refers to the blob. */
  readonly isThere?: () => boolean;
}

class ScrubRun {
  readonly #disk: Disk;
  readonly #options: ScrubOptions;
  readonly #startedAtMs = performance.now();
  readonly #findings: ScrubFinding[] = [];
  #objects = 0;
  #blobs = 0;
  #sizeBytes = 0;
  #unverifiable = 0;
  #unreadableRecords = 0;

  constructor(disk: Disk, options: ScrubOptions) {
    this.#disk = disk;
    this.#options = options;
  }

  /** Iterates by key, so it needs no list and visits every object that exists throughout. */
  async objectsOf(bucket: string): Promise<void> {
    const index = this.#disk.objects.index(bucket);
    for (let entry = index.atOrAfter(''); entry !== undefined; entry = index.after(entry.key)) {
      if (this.#isAborted) return;
      await this.#object(bucket, entry.key);
    }
  }

  async check(part: Omit<BlobPart, 'checksum'>, target: ScrubTarget): Promise<void> {
    if (this.#isAborted || target.isThere?.() === false) return;
    this.#blobs += 1;
    if (target.expected === undefined && part.sums === undefined) this.#unverifiable += 1;
    const problem = await this.#problemOf(part, target);
    if (target.isThere?.() === false) return;
    if (problem === undefined) {
      await this.#disk.damage.remove(part.blob);
      return;
    }
    await this.#disk.damage.add(part.blob, problem);
    const { bucket, key } = target;
    this.#findings.push({ bucket, key, partNumber: part.number, blob: part.blob, problem });
  }

  report(): Omit<ScrubReport, 'durationMs'> {
    return {
      isComplete: !this.#isAborted,
      objects: this.#objects,
      blobs: this.#blobs,
      sizeBytes: this.#sizeBytes,
      unverifiable: this.#unverifiable,
      findings: this.#findings,
      unreadableRecords: this.#unreadableRecords,
      unreadableAtStart: this.#disk.unreadableAtStart,
    };
  }

  get #isAborted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  async #object(bucket: string, key: string): Promise<void> {
    this.#objects += 1;
    const object = await this.#disk.objects.openFresh(bucket, key);
    if (object === 'unreadable') this.#unreadableRecords += 1;
    if (object === undefined || object === 'unreadable') return;
    try {
      const { manifest, inline } = object;
      for (const part of manifest.parts) {
        const expected = expectedDigest(manifest, part);
        await this.check(part, { bucket, key, expected, ...(inline === undefined ? {} : { inline }) });
      }
    } finally {
      object.release();
    }
  }

  async #problemOf(part: Omit<BlobPart, 'checksum'>, target: ScrubTarget): Promise<BlobProblem | undefined> {
    const { expected } = target;
    let handle: FileHandle | undefined;
    try {
      let chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
      if (part.isInline === true) chunks = [readInline(target, part)];
      else {
        handle = await this.#disk.blobs.open(part.blob);
        const { size } = await handle.stat();
        const table = part.sums === undefined ? 0 : tableBytes(part.sizeBytes);
        if (size !== part.sizeBytes + table) return 'length';
        chunks = readBlob(handle, part, { start: 0, end: part.sizeBytes });
      }
      const digests = await Digests.start(expected === undefined ? [] : [expected.name]);
      for await (const chunk of chunks) {
        digests.update(chunk);
        await this.#throttle(chunk.length);
      }
      const finished = digests.finish();
      return expected === undefined || expected.matches(finished.get(expected.name)) ? undefined : 'content';
    } catch (error) {
      if (error instanceof DamagedBlob) return error.problem;
      const code = errorCode(error);
      if (code === 'ENOENT') return 'missing';
      if (code === 'EIO') return 'unreadable';
      throw error;
    } finally {
      await handle?.close();
    }
  }

  async #throttle(bytes: number): Promise<void> {
    this.#sizeBytes += bytes;
    const { bytesPerSecond, signal } = this.#options;
    if (bytesPerSecond === undefined) return;
    const dueMs = (this.#sizeBytes / bytesPerSecond) * SECOND_MS - (performance.now() - this.#startedAtMs);
    // An abort rejects the pause and is not an error here.
    if (dueMs > 5)
      await pause(dueMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}

function expectedDigest(manifest: ObjectManifest, part: BlobPart): ExpectedDigest | undefined {
  const { checksum, etag, parts, uploadId } = manifest;
  if (checksum !== undefined && part.checksum !== undefined) {
    return digestOfPart({ algorithm: checksum.algorithm, value: part.checksum });
  }
  if (parts.length > 1 || uploadId !== undefined) return undefined;
  if (checksum?.type === 'FULL_OBJECT') return digestOfPart(checksum);
  const [, hex = '', opaque] = /^([0-9a-f]{32})(-1)?$/.exec(etag) ?? [];
  if (hex === '') return undefined;
  // [0009] An opaque ETag begins with half of the SHA-256.
  const name = opaque === undefined ? 'md5' : 'sha256';
  return { name, matches: (digest) => digest.subarray(0, 16).toString('hex') === hex };
}

function digestOfPart(
  checksum: { readonly algorithm: ChecksumAlgorithm; readonly value: string } | undefined,
): ExpectedDigest | undefined {
  if (checksum === undefined) return undefined;
  const { algorithm, value } = checksum;
  return { name: algorithm, matches: (digest) => digest.toString('base64') === value };
}
