import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import type { BucketTable } from './bucket-table.ts';
import { errorCode } from './durable.ts';
import { keyHash, type Layout, UPLOAD_RECORD } from './layout.ts';
import type { KeyEntry } from './key-index.ts';
import { entryOf, type ObjectTable } from './object-table.ts';
import {
  bucketRecordSchema,
  objectManifestSchema,
  partRecordSchema,
  type PartRecord,
  uploadRecordSchema,
} from './records.ts';
import { readRecordText } from './record-file.ts';
import type { UploadTable } from './upload-table.ts';

/** A blob that no manifest names, left by a crash, and when it was last written. */
export interface OrphanBlob {
  readonly id: string;
  readonly modifiedAtMs: number;
}

export interface RecoveryParts {
  readonly layout: Layout;
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly uploads: UploadTable;
  readonly log: Log;
}

/**
 * Reads the folder at start-up, before anything is served: rebuilds what is kept in memory, removes half-written files,
 * ends uploads that were completed or aborted when the process died, and finds the blobs nobody refers to. Works
 * synchronously, because nothing else is going on yet and it is several times faster. Costs one small read an object.
 */
export function recover(parts: RecoveryParts): readonly OrphanBlob[] {
  const found = new Findings();
  recoverBuckets(parts, found);
  for (const bucket of foldersIn(parts.layout.meta)) recoverObjects(parts, bucket, found);
  const existing = existingBlobs(parts.layout);
  const missing = [...found.blobs].filter((id) => !existing.has(id)).length;
  recoverUploads(parts, existing, found);
  if (missing > 0) parts.log({ level: 'error', event: 'blobs_missing', facts: { count: missing } });
  const orphans = [...existing].flatMap((id) => {
    if (found.blobs.has(id)) return [];
    const modifiedAtMs = statSync(parts.layout.blob(id).file, { throwIfNoEntry: false })?.mtimeMs;
    return modifiedAtMs === undefined ? [] : [{ id, modifiedAtMs }];
  });
  const facts = {
    objects: found.objects,
    uploads: parts.uploads.count,
    orphans: orphans.length,
    unreadable: found.unreadable,
  };
  parts.log({ level: 'info', event: 'recovered', facts });
  if (found.unreadable === 0) return orphans;
  // What an unreadable record refers to is not known, so nothing may be taken for an orphan.
  parts.log({ level: 'error', event: 'records_unreadable', facts: { count: found.unreadable } });
  return [];
}

class Findings {
  readonly blobs = new Set<string>();
  readonly completedUploads = new Set<string>();
  objects = 0;
  unreadable = 0;
}

function recoverBuckets({ layout, buckets }: RecoveryParts, found: Findings): void {
  for (const file of filesIn(layout.buckets)) {
    const record = readRecord(file, bucketRecordSchema);
    if (record === undefined || layout.bucket(record.name) !== file) found.unreadable += 1;
    else buckets.restore(record);
  }
}

function recoverObjects({ layout, objects }: RecoveryParts, bucket: string, found: Findings): void {
  const entries: KeyEntry[] = [];
  for (const shard of foldersIn(layout.manifests(bucket))) {
    const folder = join(layout.manifests(bucket), shard);
    for (const file of filesIn(folder)) {
      const manifest = readRecord(file, objectManifestSchema);
      if (manifest === undefined || manifest.bucket !== bucket || !file.endsWith(keyHash(manifest.key))) {
        found.unreadable += 1;
        continue;
      }
      for (const part of manifest.parts) found.blobs.add(part.blob);
      if (manifest.uploadId !== undefined) found.completedUploads.add(manifest.uploadId);
      entries.push(entryOf(manifest));
    }
  }
  found.objects += entries.length;
  objects.index(bucket).load(entries);
}

function recoverUploads(
  { layout, uploads }: RecoveryParts,
  existing: ReadonlySet<string>,
  found: Findings,
): void {
  for (const id of foldersIn(layout.uploads)) {
    const files = filesIn(layout.upload(id));
    const isEnded = found.completedUploads.has(id) || !files.includes(layout.uploadRecord(id));
    if (isEnded) {
      rmSync(layout.upload(id), { recursive: true, force: true });
      continue;
    }
    const record = readRecord(layout.uploadRecord(id), uploadRecordSchema);
    if (record === undefined || record.id !== id) {
      found.unreadable += 1;
      continue;
    }
    const parts: PartRecord[] = [];
    for (const file of files) {
      if (file.endsWith(UPLOAD_RECORD)) continue;
      const part = readRecord(file, partRecordSchema);
      if (part === undefined) found.unreadable += 1;
      else if (existing.has(part.blob)) parts.push(part);
    }
    for (const part of parts) found.blobs.add(part.blob);
    uploads.restore(record, parts);
  }
}

function existingBlobs(layout: Layout): ReadonlySet<string> {
  return new Set(foldersIn(layout.blobs).flatMap((shard) => readdirSync(join(layout.blobs, shard))));
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** The record files of a folder; half-written ones are removed on the way. */
function filesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files) if (file.name.endsWith('.tmp')) rmSync(join(folder, file.name), { force: true });
  return files.filter((file) => !file.name.endsWith('.tmp')).map((file) => join(folder, file.name));
}

function readRecord<S extends z.ZodType>(file: string, schema: S): z.infer<S> | undefined {
  try {
    return schema.safeParse(readRecordText(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
