import { hash } from 'node:crypto';
import { join } from 'node:path';
import { PACK_SUFFIX } from './packs/pack-file.ts';

/**
 * Paths of all files. Keys of clients are hashed and other names are random, so no client input becomes part of a path.
 */
export interface Layout {
  readonly root: string;
  readonly formatFile: string;
  readonly lockFile: string;
  readonly blobs: string;
  readonly meta: string;
  readonly uploads: string;
  readonly buckets: string;
  readonly damaged: string;
  readonly indexes: string;
  blob(id: string): FilePath;
  object(bucket: string, key: string): FilePath;
  pack(bucket: string, id: string): FilePath;
  bucket(name: string): string;
  manifests(bucket: string): string;
  index(bucket: string): string;
  upload(id: string): string;
  uploadRecord(id: string): string;
  part(uploadId: string, number: number): string;
}

export interface FilePath {
  readonly folder: string;
  readonly file: string;
}

export function layoutOf(root: string): Layout {
  const blobs = join(root, 'blobs');
  const meta = join(root, 'meta');
  const uploads = join(root, 'uploads');
  const buckets = join(root, 'buckets');
  const indexes = join(root, 'index');
  return {
    root,
    blobs,
    meta,
    uploads,
    buckets,
    damaged: join(root, 'damaged'),
    indexes,
    index: (bucket) => join(indexes, `${bucket}.json`),
    formatFile: join(root, 'format.json'),
    lockFile: join(root, 'lock'),
    blob: (id) => filePath(join(blobs, id.slice(0, 2)), id),
    object: (bucket, key) => {
      const name = keyHash(key);
      return filePath(join(meta, bucket, shardOf(name)), name);
    },
    pack: (bucket, id) => filePath(join(meta, bucket, shardOf(id)), `${id}${PACK_SUFFIX}`),
    manifests: (bucket) => join(meta, bucket),
    bucket: (name) => join(buckets, `${name}.json`),
    upload: (id) => join(uploads, id),
    uploadRecord: (id) => join(uploads, id, UPLOAD_RECORD),
    part: (uploadId, number) => join(uploads, uploadId, `${number}.json`),
  };
}

export const UPLOAD_RECORD = 'upload.json';

export function shardOf(hexHash: string): string {
  return hexHash.slice(0, 2);
}

export function keyHash(key: string): string {
  return hash('sha256', key);
}

function filePath(folder: string, name: string): FilePath {
  return { folder, file: join(folder, name) };
}
