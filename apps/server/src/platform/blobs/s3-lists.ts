import {
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { err, ok } from '@coffer/kit';
import type { Blobs, StoredObject, StoredUpload } from './blobs.ts';
import { callStore } from './s3-failures.ts';

type Lists = Pick<Blobs, 'listObjects' | 'listUploads'>;

/** Treats a malformed response as a refusal, never as an empty list. */
export function s3Lists(options: {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
}): Lists {
  const { client, bucket: Bucket, prefix: Prefix } = options;
  // MinIO treats the prefix as a complete key, but lists all uploads of a bucket on one page.
  const listUploadsOfBucket: () => ReturnType<Lists['listUploads']> = async () => {
    const listed = await callStore(() => client.send(new ListMultipartUploadsCommand({ Bucket })));
    if (!listed.ok) return listed;
    const uploads = uploadsOf(listed.value.Uploads ?? []);
    if (uploads === undefined) return refused('no_list');
    return ok({ uploads: uploads.filter(({ key }) => key.startsWith(Prefix)), next: undefined });
  };
  return {
    listObjects: async ({ after, limit }) => {
      const listed = await callStore(() =>
        client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix,
            MaxKeys: limit,
            ...(after === undefined ? {} : { StartAfter: after }),
          }),
        ),
      );
      if (!listed.ok) return listed;
      const { Contents = [], IsTruncated, KeyCount } = listed.value;
      if (IsTruncated === undefined && KeyCount === undefined) return refused('no_list');
      const objects: StoredObject[] = [];
      let last = after ?? '';
      for (const { Key: key, Size: sizeBytes, ETag } of Contents) {
        if (key === undefined || sizeBytes === undefined) return refused('no_list');
        // The last key is the cursor, so an unordered list would make us skip objects.
        if (!key.startsWith(Prefix) || !isBehind(key, last)) return refused('unordered_list');
        objects.push({ key, sizeBytes, etag: (ETag ?? '').replaceAll('"', '') });
        last = key;
      }
      if (IsTruncated === true && objects.length === 0) return refused('endless_list');
      return ok({ objects, next: IsTruncated === true ? last : undefined });
    },
    listUploads: async ({ after }) => {
      const listed = await callStore(() =>
        client.send(
          new ListMultipartUploadsCommand({
            Bucket,
            Prefix,
            ...(after === undefined ? {} : { KeyMarker: after.key, UploadIdMarker: after.providerUploadId }),
          }),
        ),
      );
      if (!listed.ok) return listed;
      const { Uploads = [], IsTruncated, NextKeyMarker, NextUploadIdMarker } = listed.value;
      if (Uploads.length === 0 && after === undefined) return await listUploadsOfBucket();
      const uploads = uploadsOf(Uploads);
      if (uploads === undefined) return refused('no_list');
      if (IsTruncated !== true) return ok({ uploads, next: undefined });
      const next = { key: NextKeyMarker ?? '', providerUploadId: NextUploadIdMarker ?? '' };
      const isStuck = next.key === after?.key && next.providerUploadId === after.providerUploadId;
      return next.key === '' || isStuck ? refused('endless_list') : ok({ uploads, next });
    },
  };
}

function uploadsOf(listed: readonly MultipartUpload[]): readonly StoredUpload[] | undefined {
  const uploads: StoredUpload[] = [];
  for (const { Key: key, UploadId: providerUploadId, Initiated: startedAt } of listed) {
    if (key === undefined || providerUploadId === undefined) return undefined;
    uploads.push({ key, providerUploadId, startedAt });
  }
  return uploads;
}

/** S3 orders keys by their UTF-8 bytes. */
function isBehind(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;
}

function refused(diagnosis: string) {
  return err({ code: 'store_refused' as const, diagnosis });
}
