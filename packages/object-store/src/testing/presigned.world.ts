import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { BUCKET, type LiveStore } from './live-store.world.ts';

/** A presigned PUT whose length and SHA-256 are signed headers. */
export async function boundPut(store: LiveStore, key: string, body: Buffer) {
  const sha256 = createHash('sha256').update(body).digest('base64');
  const url = await store.presign(
    new PutObjectCommand({
      Bucket: BUCKET,
      Key: key,
      ContentLength: body.length,
      ChecksumSHA256: sha256,
      ContentType: 'image/png',
    }),
    {
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
      signableHeaders: new Set(['content-length', 'content-type', 'host', 'x-amz-checksum-sha256']),
    },
  );
  const headers = { 'x-amz-checksum-sha256': sha256, 'content-type': 'image/png' };
  return { url, headers };
}
