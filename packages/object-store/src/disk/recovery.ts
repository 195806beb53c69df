import { closeSync, openSync, readdirSync, readFileSync, readSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KIB } from '@coffer/kit';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import type { BucketTable } from './bucket-table.ts';
import type { UnconfirmedPack, Unconfirmed } from './packs/confirm.ts';
import { errorCode } from './durable/durable.ts';
import { keyHash, type Layout, shardOf, UPLOAD_RECORD } from './layout.ts';
import type { IndexCache } from './keys/index-cache.ts';
import type { KeyEntry } from './keys/key-index.ts';
import { entryOf, type ObjectTable } from './object-table.ts';
import { PACK_SUFFIX } from './packs/pack-file.ts';
import {
  bucketRecordSchema,
  objectManifestSchema,
  partRecordSchema,
  type PartRecord,
  type UploadRecord,
  uploadRecordSchema,
} from './records.ts';
import { readRecordText, splitRecord } from './durable/record-file.ts';
import { recoverPack, stillPacked, withoutStale } from './packs/recover-packs.ts';
import type { UploadTable } from './upload-table.ts';

export interface RecoveryParts {
  readonly layout: Layout;
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly uploads: UploadTable;
  readonly cache: IndexCache;
  readonly log: Log;
}

export interface Recovered {
  readonly candidates: ReadonlySet<string>;
  readonly unreadable: number;
  readonly suspectShards: ReadonlySet<string>;
  readonly isCacheStale: boolean;
  readonly unconfirmed: Unconfirmed;
}

/**
 * Recovers the folder before anything is served: builds the in-memory tables, removes partial files, and finishes
 * interrupted ends of uploads. Synchronous, because that is several times faster and nothing else runs yet.
 */
export function recover(parts: RecoveryParts): Recovered {
  const found = new Findings();
  for (const folder of [parts.layout.buckets, parts.layout.uploads]) found.folders.add(folder);
  recoverBuckets(parts, found);
  const unreadableBuckets = found.unreadable;
  for (const bucket of foldersIn(parts.layout.meta)) recoverObjects(parts, bucket, found);
  const existing = existingBlobs(parts.layout);
  parts.objects.suspect(found.suspectShards);
  recoverUploads(parts, existing, found);
  for (const id of found.partBlobs) existing.delete(id);
  const facts = {
    objects: found.objects,
    reread: found.reread,
    uploads: parts.uploads.count,
    unreadable: found.unreadable,
  };
  parts.log({ level: 'info', event: 'recovered', facts });
  if (unreadableBuckets === 0) removeDeletedBuckets(parts);
  return {
    candidates: existing,
    unreadable: found.unreadable,
    suspectShards: found.suspectShards,
    isCacheStale: found.isCacheStale,
    unconfirmed: { folders: found.folders, packs: found.unconfirmedPacks },
  };
}

class Findings {
  readonly partBlobs = new Set<string>();
  readonly suspectShards = new Set<string>();
  readonly folders = new Set<string>();
  readonly unconfirmedPacks: UnconfirmedPack[] = [];
  objects = 0;
  reread = 0;
  unreadable = 0;
  isCacheStale = false;
}

function removeDeletedBuckets({ layout, buckets }: RecoveryParts): void {
  for (const bucket of foldersIn(layout.meta)) {
    if (buckets.find(bucket) !== undefined) continue;
    const folder = layout.manifests(bucket);
    for (const path of [...foldersIn(folder).map((shard) => join(folder, shard)), folder]) {
      try {
        rmdirSync(path);
      } catch (error) {
        if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
      }
    }
  }
}

function recoverBuckets({ layout, buckets }: RecoveryParts, found: Findings): void {
  for (const file of filesIn(layout.buckets)) {
    const record = readRecord(file, bucketRecordSchema);
    if (record === undefined || layout.bucket(record.name) !== file) found.unreadable += 1;
    else buckets.restore(record);
  }
}

function recoverObjects(parts: RecoveryParts, bucket: string, found: Findings): void {
  const { layout, buckets, objects, cache } = parts;
  const cached = cache.load(bucket);
  const search = { layout, bucket, savedAtMs: cached?.savedAtMs ?? 0 };
  const known = stillPacked(search, cached?.entries ?? []);
  if (known.unconfirmed.length > 0) found.isCacheStale = true;
  found.unconfirmedPacks.push(...known.unconfirmed);
  found.unreadable += known.unreadable;
  for (const shard of known.suspectShards) found.suspectShards.add(`${bucket}/${shard}`);
  const entries: KeyEntry[] = [...known.entries];
  for (const shard of foldersIn(layout.manifests(bucket))) {
    if (cached?.freshShards.has(shard) === true) continue;
    found.isCacheStale = true;
    if (buckets.find(bucket) !== undefined) found.folders.add(join(layout.manifests(bucket), shard));
    for (const file of filesIn(join(layout.manifests(bucket), shard))) {
      found.reread += 1;
      if (file.endsWith(PACK_SUFFIX)) {
        const pack = recoverPack(search, file);
        entries.push(...pack.entries);
        found.unconfirmedPacks.push(...pack.unconfirmed);
        found.unreadable += pack.unreadable;
        if (pack.unreadable > 0) found.suspectShards.add(`${bucket}/${shard}`);
        continue;
      }
      const manifest = readRecord(file, objectManifestSchema);
      if (manifest === undefined || manifest.bucket !== bucket || !file.endsWith(keyHash(manifest.key))) {
        found.unreadable += 1;
        found.suspectShards.add(`${bucket}/${shard}`);
        continue;
      }
      entries.push(entryOf(manifest));
    }
  }
  const current = withoutStale(entries);
  found.objects += current.length;
  objects.index(bucket).load(current);
}

function recoverUploads(parts: RecoveryParts, existing: ReadonlySet<string>, found: Findings): void {
  const { layout, uploads } = parts;
  for (const id of foldersIn(layout.uploads)) {
    const files = filesIn(layout.upload(id));
    if (!files.includes(layout.uploadRecord(id))) {
      rmSync(layout.upload(id), { recursive: true, force: true });
      continue;
    }
    const record = readRecord(layout.uploadRecord(id), uploadRecordSchema);
    if (record === undefined || record.id !== id) {
      found.unreadable += 1;
      continue;
    }
    if (isCompleted(parts, record)) {
      rmSync(layout.upload(id), { recursive: true, force: true });
      continue;
    }
    const restored: PartRecord[] = [];
    for (const file of files) {
      if (file.endsWith(UPLOAD_RECORD)) continue;
      const part = readRecord(file, partRecordSchema);
      if (part === undefined) found.unreadable += 1;
      else if (existing.has(part.blob)) restored.push(part);
    }
    for (const part of restored) found.partBlobs.add(part.blob);
    found.folders.add(layout.upload(id));
    const shard = `${record.bucket}/${shardOf(keyHash(record.key))}`;
    uploads.restore(record, restored, found.suspectShards.has(shard));
  }
}

/** Whether the upload's object exists, so that a crash interrupted only the removal of the upload. */
function isCompleted({ layout, objects }: RecoveryParts, { id, bucket, key }: UploadRecord): boolean {
  if (objects.index(bucket).get(key) === undefined) return false;
  return readRecord(layout.object(bucket, key).file, objectManifestSchema)?.uploadId === id;
}

function existingBlobs(layout: Layout): Set<string> {
  return new Set(foldersIn(layout.blobs).flatMap((shard) => readdirSync(join(layout.blobs, shard))));
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function filesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files) if (file.name.endsWith('.tmp')) rmSync(join(folder, file.name), { force: true });
  return files.filter((file) => !file.name.endsWith('.tmp')).map((file) => join(folder, file.name));
}

function readRecord<S extends z.ZodType>(file: string, schema: S): z.infer<S> | undefined {
  try {
    return schema.safeParse(readRecordText(readText(file))).data;
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

const HEAD = Buffer.alloc(4 * KIB);

function readText(file: string): string {
  const descriptor = openSync(file, 'r');
  let filled: number;
  try {
    filled = readSync(descriptor, HEAD, 0, HEAD.length, 0);
  } finally {
    closeSync(descriptor);
  }
  const head = splitRecord(HEAD.subarray(0, filled));
  const isWhole = head.bytes !== undefined || filled < HEAD.length;
  return isWhole ? head.text : splitRecord(readFileSync(file)).text;
}
