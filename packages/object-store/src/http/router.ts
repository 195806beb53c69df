import { err, ok, type Result } from '@coffer/kit';
import type { Operation } from '../call.ts';
import { notImplemented, refusal, type S3Error } from '../errors.ts';
import { abortMultipartUpload } from '../operations/abort-multipart-upload.ts';
import { deleteBucketCors, getBucketCors, putBucketCors } from '../operations/bucket-cors.ts';
import {
  deleteBucketLifecycle,
  getBucketLifecycle,
  putBucketLifecycle,
} from '../operations/bucket-lifecycle.ts';
import { completeMultipartUpload } from '../operations/complete-multipart-upload.ts';
import { copyObject } from '../operations/copy-object.ts';
import { createBucket } from '../operations/create-bucket.ts';
import { createMultipartUpload } from '../operations/create-multipart-upload.ts';
import { deleteBucket } from '../operations/delete-bucket.ts';
import { deleteObject } from '../operations/delete-object.ts';
import { deleteObjects } from '../operations/delete-objects.ts';
import { getObjectAttributes } from '../operations/get-object-attributes.ts';
import { getObject, headObject } from '../operations/get-object.ts';
import { getBucketLocation, getBucketVersioning, headBucket } from '../operations/head-bucket.ts';
import { listBuckets } from '../operations/list-buckets.ts';
import { listMultipartUploads } from '../operations/list-multipart-uploads.ts';
import { listObjectsV1, listObjectsV2 } from '../operations/list-objects.ts';
import { listParts } from '../operations/list-parts.ts';
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from '../operations/object-tagging.ts';
import { putObject } from '../operations/put-object.ts';
import { uploadPartCopy } from '../operations/upload-part-copy.ts';
import { uploadPart } from '../operations/upload-part.ts';
import type { Need } from '../sigv4/grant.ts';
import type { StoreRequest } from './message.ts';
import type { Target } from './target.ts';

/** An operation, and what a key pair must be allowed to do for it. */
export interface Routed {
  readonly operation: Operation;
  readonly need: Need;
}

/** What S3 has and this store has not; a request for one of these must never fall through to another operation. */
const UNSUPPORTED = new Set([
  'accelerate',
  'acl',
  'analytics',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'logging',
  'metadataConfiguration',
  'metadataTable',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'rename',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'session',
  'torrent',
  'versions',
  'website',
]);

type Routes = Readonly<Record<string, readonly [Operation, Need] | undefined>>;

const SERVICE_ROUTES: Routes = { GET: [listBuckets, 'list-buckets'] };

const BUCKET_ROUTES: Routes = {
  PUT: [createBucket, 'manage'],
  HEAD: [headBucket, 'read'],
  DELETE: [deleteBucket, 'manage'],
  GET: [listObjectsV1, 'read'],
  'GET list-type': [listObjectsV2, 'read'],
  'GET location': [getBucketLocation, 'read'],
  'GET versioning': [getBucketVersioning, 'read'],
  'GET uploads': [listMultipartUploads, 'read'],
  'GET cors': [getBucketCors, 'read'],
  'PUT cors': [putBucketCors, 'manage'],
  'DELETE cors': [deleteBucketCors, 'manage'],
  'GET lifecycle': [getBucketLifecycle, 'read'],
  'PUT lifecycle': [putBucketLifecycle, 'manage'],
  'DELETE lifecycle': [deleteBucketLifecycle, 'manage'],
  'POST delete': [deleteObjects, 'write'],
};

const OBJECT_ROUTES: Routes = {
  PUT: [putObject, 'write'],
  'PUT copy': [copyObject, 'write'],
  GET: [getObject, 'read'],
  HEAD: [headObject, 'read'],
  DELETE: [deleteObject, 'write'],
  'GET attributes': [getObjectAttributes, 'read'],
  'GET tagging': [getObjectTagging, 'read'],
  'PUT tagging': [putObjectTagging, 'write'],
  'DELETE tagging': [deleteObjectTagging, 'write'],
  'POST uploads': [createMultipartUpload, 'write'],
  'PUT uploadId': [uploadPart, 'write'],
  'PUT uploadId copy': [uploadPartCopy, 'write'],
  'GET uploadId': [listParts, 'read'],
  'POST uploadId': [completeMultipartUpload, 'write'],
  'DELETE uploadId': [abortMultipartUpload, 'write'],
};

const SUBRESOURCES = [
  'list-type',
  'location',
  'versioning',
  'uploads',
  'cors',
  'lifecycle',
  'delete',
  'attributes',
  'tagging',
  'uploadId',
];
/** Subresources of buckets that S3 has further methods for, or of objects where we have them for buckets only. */
const PARTLY_SUPPORTED = new Set(['versioning', 'tagging']);

/** Finds the operation of a request, or the refusal: NotImplemented for what S3 has, MethodNotAllowed for the rest. */
export function route(
  { method, headers }: Pick<StoreRequest, 'method' | 'headers'>,
  { bucket, key, query }: Pick<Target, 'bucket' | 'key' | 'query'>,
): Result<Routed, S3Error> {
  const unsupported = query.pairs.find(([name]) => UNSUPPORTED.has(name))?.[0];
  if (unsupported !== undefined) return err(notImplemented('Parameter', unsupported));
  // Without versions, the only one there is has the id "null".
  if ((query.get('versionId') ?? 'null') !== 'null') return err(notImplemented('Parameter', 'versionId'));
  const routes = bucket === '' ? SERVICE_ROUTES : key === '' ? BUCKET_ROUTES : OBJECT_ROUTES;
  const named = SUBRESOURCES.filter((name) => query.has(name));
  const copies = method === 'PUT' && headers['x-amz-copy-source'] !== undefined ? ['copy'] : [];
  const found = routes[[method, ...named, ...copies].join(' ')];
  if (found !== undefined) return ok({ operation: found[0], need: found[1] });
  const half = named.find((name) => PARTLY_SUPPORTED.has(name));
  if (half !== undefined) return err(notImplemented('Parameter', half));
  return err(refusal('MethodNotAllowed', undefined, [['Method', method]]));
}
