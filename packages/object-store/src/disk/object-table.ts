import { readFile } from 'node:fs/promises';
import { assert, AssertionError, defined, err, MIB, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { BlobReaper } from './blobs/blob-reaper.ts';
import type { BucketTable } from './bucket-table.ts';
import { DiskFailure, type Durable, errorCode } from './durable/durable.ts';
import { KeyIndex, type KeyEntry } from './keys/key-index.ts';
import { KeyLock } from './keys/key-lock.ts';
import { keyHash, type Layout, shardOf } from './layout.ts';
import { ManifestCache, type ObjectRecord } from './manifest-cache.ts';
import type { PackPosition } from './packs/pack-file.ts';
import type { PackFolder } from './packs/pack-folder.ts';
import { PackQueue } from './packs/pack-queue.ts';
import {
  readRecordText,
  readSealedText,
  recordPieces,
  splitRecord,
  writeRecord,
  writeRecordWithBytes,
} from './durable/record-file.ts';
import { type ObjectManifest, objectManifestSchema, type ObjectTags } from './records.ts';

export interface WriteCondition {
  readonly mustBeAbsent?: boolean;
  readonly matches?: (current: ConditionFacts) => boolean;
}

export type ConditionFacts = Pick<KeyEntry, 'etag' | 'sizeBytes' | 'modifiedAtMs'>;

export type WriteRefusal = 'PreconditionFailed' | 'NoSuchKey' | 'NoSuchBucket';

/** An object whose blobs stay on disk until `release`, even if it is replaced. */
export interface PinnedObject extends ObjectRecord {
  release(): void;
}

const CACHED = { partsMax: 50_000, inlineBytesMax: 16 * MIB };

export class ObjectTable {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #reaper: BlobReaper;
  readonly #indexes = new Map<string, KeyIndex>();
  readonly #locks = new KeyLock();
  readonly #pins = new Map<string, Pin>();
  readonly #cache = new ManifestCache(CACHED);
  readonly #buckets: Pick<BucketTable, 'find'>;
  readonly #packs: PackFolder;
  readonly #queue: PackQueue;
  readonly #onStaleNotRemoved: (error: unknown) => void;
  readonly #committing = new Map<string, number>();
  #suspectShards: ReadonlySet<string> = new Set();
  #changes = 0;

  constructor(parts: ObjectTableParts) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#reaper = parts.reaper;
    this.#buckets = parts.buckets;
    this.#packs = parts.packs;
    this.#queue = new PackQueue(parts.packs);
    this.#onStaleNotRemoved = parts.onStaleNotRemoved;
  }

  suspect(shards: ReadonlySet<string>): void {
    this.#suspectShards = shards;
  }

  /** False if the bucket is empty and has neither unreadable records nor pending commits. */
  isInUse(bucket: string): boolean {
    const mayHoldMore = [...this.#suspectShards].some((shard) => shard.startsWith(`${bucket}/`));
    return mayHoldMore || this.index(bucket).size > 0 || this.#committing.has(bucket);
  }

  get isIdle(): boolean {
    return this.#committing.size === 0;
  }

  get changes(): number {
    return this.#changes;
  }

  index(bucket: string): KeyIndex {
    let index = this.#indexes.get(bucket);
    if (index === undefined) {
      index = new KeyIndex();
      this.#indexes.set(bucket, index);
    }
    return index;
  }

  async removeStale(): Promise<void> {
    for (const [bucket, index] of this.#indexes) {
      for (const { key, stale } of index.entries())
        if (stale !== undefined) await this.#tryRemoveStale(bucket, key);
    }
  }

  async open(bucket: string, key: string): Promise<PinnedObject | undefined> {
    return this.#locks.run(lockName(bucket, key), async () => {
      if (this.index(bucket).get(key) === undefined) return undefined;
      const record = await this.#read(bucket, key);
      const { manifest } = record;
      const pin = this.#pins.get(manifest.id) ?? { readers: 0, isDead: false };
      pin.readers += 1;
      this.#pins.set(manifest.id, pin);
      let isHeld = true;
      const release = (): void => {
        if (isHeld) this.#unpin(manifest, pin);
        isHeld = false;
      };
      return { ...record, release };
    });
  }

  /** Like `open`, but reads the record from disk again; `unreadable` if it is damaged. */
  async openFresh(bucket: string, key: string): Promise<PinnedObject | 'unreadable' | undefined> {
    this.#cache.delete(lockName(bucket, key));
    try {
      return await this.open(bucket, key);
    } catch (error) {
      const isUnreadable = error instanceof z.ZodError || error instanceof AssertionError;
      if (isUnreadable || ['ENOENT', 'EIO'].includes(errorCode(error) ?? '')) return 'unreadable';
      throw error;
    }
  }

  /**
   * Commits a record once its blobs are `durable`, and removes the blobs of its predecessor. With `mayShare`, a new key
   * with inline bytes can go into a pack with other objects.
   */
  async put(
    record: ObjectRecord,
    condition: WriteCondition,
    { durable, mayShare = false }: PutOptions = {},
  ): Promise<Result<void, WriteRefusal>> {
    const { bucket, key } = record.manifest;
    // Wait before taking the lock, so that readers of the current object are not blocked.
    if (this.index(bucket).get(key) !== undefined) await durable;
    return this.#locks.run(lockName(bucket, key), async () => {
      // Check and registration run in one tick, so the bucket cannot be removed between them.
      if (this.#buckets.find(bucket) === undefined) return err('NoSuchBucket');
      const leave = this.#enter(bucket);
      try {
        const index = this.index(bucket);
        const refused = check(index.get(key), condition);
        if (refused !== undefined) return err(refused);
        const previous = index.get(key) === undefined ? undefined : await this.#read(bucket, key);
        const isNew = previous === undefined && !this.#mayHaveRecord(bucket, key);
        if (mayShare && isNew) await this.#commitShared(record, durable);
        else await this.#commit(record, durable);
        if (previous !== undefined) this.#dispose(previous.manifest);
        return ok(undefined);
      } finally {
        leave();
      }
    });
  }

  async setTags(
    bucket: string,
    key: string,
    tags: ObjectTags | undefined,
  ): Promise<Result<void, 'NoSuchKey'>> {
    return this.#locks.run(lockName(bucket, key), async () => {
      if (this.index(bucket).get(key) === undefined) return err('NoSuchKey');
      const leave = this.#enter(bucket);
      try {
        const { manifest, ...bytes } = await this.#read(bucket, key);
        const { tags: _before, ...untagged } = manifest;
        await this.#commit({ ...bytes, manifest: tags === undefined ? untagged : { ...untagged, tags } });
        return ok(undefined);
      } finally {
        leave();
      }
    });
  }

  async remove(
    bucket: string,
    key: string,
    condition: WriteCondition,
  ): Promise<Result<boolean, WriteRefusal>> {
    return this.#locks.run(lockName(bucket, key), async () => {
      const index = this.index(bucket);
      const refused = check(index.get(key), condition);
      if (refused !== undefined) return err(refused);
      if (index.get(key) === undefined) return ok(false);
      const leave = this.#enter(bucket);
      try {
        const previous = await this.#read(bucket, key);
        // Older states are removed first; otherwise the next start would restore one.
        await this.#removeStaleOf(bucket, key);
        const { packed } = defined(index.get(key), 'the key is not in the index');
        if (packed === undefined) await this.#durable.removeFile(this.#layout.object(bucket, key).file);
        else await this.#packs.remove(bucket, packed);
        index.delete(key);
        this.#changes += 1;
        this.#cache.delete(lockName(bucket, key));
        this.#dispose(previous.manifest);
        return ok(true);
      } finally {
        leave();
      }
    });
  }

  async #commit(record: ObjectRecord, durable?: Promise<void>): Promise<void> {
    const { manifest, inline } = record;
    const { folder, file } = this.#layout.object(manifest.bucket, manifest.key);
    await this.#durable.ensureFolder(folder);
    const content = inline === undefined ? writeRecord(manifest) : writeRecordWithBytes(manifest, inline);
    const before = this.index(manifest.bucket).get(manifest.key);
    await this.#durable.commitFile(file, content, durable);
    const stale = [...(before?.stale ?? []), ...(before?.packed === undefined ? [] : [before.packed])];
    this.#committed(record, stale.length === 0 ? {} : { stale });
    // Until the older state is removed, the file takes precedence over the pack (see recover-packs.ts).
    await this.#tryRemoveStale(manifest.bucket, manifest.key);
  }

  async #tryRemoveStale(bucket: string, key: string): Promise<void> {
    try {
      await this.#removeStaleOf(bucket, key);
    } catch (error) {
      if (error instanceof DiskFailure) throw error;
      this.#onStaleNotRemoved(error);
    }
  }

  async #removeStaleOf(bucket: string, key: string): Promise<void> {
    const index = this.index(bucket);
    for (let entry = index.get(key); entry?.stale !== undefined; entry = index.get(key)) {
      const [place, ...rest] = entry.stale;
      if (place !== undefined) await this.#packs.remove(bucket, place);
      const { stale: _left, ...settled } = entry;
      index.set(rest.length === 0 ? settled : { ...settled, stale: rest });
      this.#changes += 1;
    }
  }

  /** Whether an unreadable record may belong to this key. Once readable, it would take precedence over a pack. */
  #mayHaveRecord(bucket: string, key: string): boolean {
    if (this.#suspectShards.size === 0) return false;
    return this.#suspectShards.has(`${bucket}/${shardOf(keyHash(key))}`);
  }

  /** Only for a new key: a state in a pack must never be newer than a file. */
  async #commitShared(record: ObjectRecord, durable?: Promise<void>): Promise<void> {
    const { manifest, inline } = record;
    const packed =
      inline === undefined
        ? undefined
        : await this.#queue.add(manifest.bucket, recordPieces(manifest, inline));
    if (packed === undefined) await this.#commit(record, durable);
    else this.#committed(record, { packed });
  }

  #committed(record: ObjectRecord, { packed, stale }: Pick<KeyEntry, 'packed' | 'stale'>): void {
    const { manifest } = record;
    const entry = entryOf(manifest, packed);
    this.index(manifest.bucket).set(stale === undefined ? entry : { ...entry, stale });
    this.#changes += 1;
    this.#cache.set(lockName(manifest.bucket, manifest.key), record);
  }

  #enter(bucket: string): () => void {
    this.#committing.set(bucket, (this.#committing.get(bucket) ?? 0) + 1);
    return () => {
      const rest = (this.#committing.get(bucket) ?? 0) - 1;
      if (rest > 0) this.#committing.set(bucket, rest);
      else this.#committing.delete(bucket);
    };
  }

  async #read(bucket: string, key: string): Promise<ObjectRecord> {
    const cached = this.#cache.get(lockName(bucket, key));
    if (cached !== undefined) return cached;
    const packed = this.index(bucket).get(key)?.packed;
    const content =
      packed === undefined
        ? await readFile(this.#layout.object(bucket, key).file)
        : await this.#packs.read(bucket, packed);
    const { text, bytes } = splitRecord(content);
    const json = packed === undefined ? readRecordText(text) : readSealedText(text);
    const manifest = objectManifestSchema.parse(json);
    assert(manifest.bucket === bucket && manifest.key === key, 'a manifest is not in the folder of its key');
    const record = bytes === undefined ? { manifest } : { manifest, inline: bytes };
    this.#cache.set(lockName(bucket, key), record);
    return record;
  }

  #dispose(manifest: ObjectManifest): void {
    const pin = this.#pins.get(manifest.id);
    if (pin === undefined) this.#reaper.addParts(manifest.parts);
    else pin.isDead = true;
  }

  #unpin(manifest: ObjectManifest, pin: Pin): void {
    pin.readers -= 1;
    if (pin.readers > 0) return;
    this.#pins.delete(manifest.id);
    if (pin.isDead) this.#reaper.addParts(manifest.parts);
  }
}

export interface ObjectTableParts {
  readonly layout: Layout;
  readonly durable: Durable;
  readonly reaper: BlobReaper;
  readonly buckets: Pick<BucketTable, 'find'>;
  readonly packs: PackFolder;
  readonly onStaleNotRemoved: (error: unknown) => void;
}

export interface PutOptions {
  readonly durable?: Promise<void> | undefined;
  readonly mayShare?: boolean;
}

interface Pin {
  readers: number;
  isDead: boolean;
}

export function entryOf(manifest: ObjectManifest, packed?: PackPosition): KeyEntry {
  return {
    key: manifest.key,
    sizeBytes: manifest.sizeBytes,
    etag: manifest.etag,
    modifiedAtMs: Date.parse(manifest.modifiedAt),
    shard: shardOf(packed?.pack ?? keyHash(manifest.key)),
    ...(packed === undefined ? {} : { packed }),
    ...(manifest.checksum === undefined ? {} : { checksumAlgorithm: manifest.checksum.algorithm }),
  };
}

function check(entry: KeyEntry | undefined, condition: WriteCondition): WriteRefusal | undefined {
  if (condition.mustBeAbsent === true && entry !== undefined) return 'PreconditionFailed';
  if (condition.matches === undefined) return undefined;
  if (entry === undefined) return 'NoSuchKey';
  return condition.matches(entry) ? undefined : 'PreconditionFailed';
}

function lockName(bucket: string, key: string): string {
  return `${bucket}/${key}`;
}
