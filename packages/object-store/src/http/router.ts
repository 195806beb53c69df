import { err, ok, type Result } from '@coffer/kit';
import type { Operation } from '../call.ts';
import { refusal, type S3Error } from '../errors.ts';
import { abortMultipartUpload } from '../operations/abort-multipart-upload.ts';
import { deleteBucketCors, getBucketCors, putBucketCors } from '../operations/bucket-cors.ts';
import { completeMultipartUpload } from '../operations/complete-multipart-upload.ts';
import { createBucket } from '../operations/create-bucket.ts';
import { createMultipartUpload } from '../operations/create-multipart-upload.ts';
import { deleteObject } from '../operations/delete-object.ts';
import { deleteObjects } from '../operations/delete-objects.ts';
import { getObject, headObject } from '../operations/get-object.ts';
import { getBucketLocation, headBucket } from '../operations/head-bucket.ts';
import { listBuckets } from '../operations/list-buckets.ts';
import { listMultipartUploads } from '../operations/list-multipart-uploads.ts';
import { listObjectsV1, listObjectsV2 } from '../operations/list-objects.ts';
import { listParts } from '../operations/list-parts.ts';
import { putObject } from '../operations/put-object.ts';
import { uploadPart } from '../operations/upload-part.ts';
import type { Target } from './target.ts';

/** What S3 has and this store has not; a request for one of these must never fall through to another operation. */
const UNSUPPORTED = new Set([
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
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
  'tagging',
  'torrent',
  'versionId',
  'versioning',
  'versions',
  'website',
]);

type Routes = Readonly<Record<string, Operation | undefined>>;

const SERVICE_ROUTES: Routes = { GET: listBuckets };

const BUCKET_ROUTES: Routes = {
  PUT: createBucket,
  HEAD: headBucket,
  GET: listObjectsV1,
  'GET list-type': listObjectsV2,
  'GET location': getBucketLocation,
  'GET uploads': listMultipartUploads,
  'GET cors': getBucketCors,
  'PUT cors': putBucketCors,
  'DELETE cors': deleteBucketCors,
  'POST delete': deleteObjects,
};

const OBJECT_ROUTES: Routes = {
  PUT: putObject,
  GET: getObject,
  HEAD: headObject,
  DELETE: deleteObject,
  'POST uploads': createMultipartUpload,
  'PUT uploadId': uploadPart,
  'GET uploadId': listParts,
  'POST uploadId': completeMultipartUpload,
  'DELETE uploadId': abortMultipartUpload,
};

const SUBRESOURCES = ['list-type', 'location', 'uploads', 'cors', 'delete', 'uploadId'];

/** Finds the operation of a request, or the refusal: NotImplemented for what S3 has, MethodNotAllowed for the rest. */
export function route(method: string, target: Target): Result<Operation, S3Error> {
  if (target.query.pairs.some(([name]) => UNSUPPORTED.has(name))) return err(refusal('NotImplemented'));
  const routes = target.bucket === '' ? SERVICE_ROUTES : target.key === '' ? BUCKET_ROUTES : OBJECT_ROUTES;
  const named = SUBRESOURCES.filter((name) => target.query.has(name));
  const operation = routes[[method, ...named].join(' ')];
  if (operation !== undefined) return ok(operation);
  if (method === 'DELETE' && target.key === '' && named.length === 0) return err(refusal('NotImplemented'));
  return err(refusal('MethodNotAllowed'));
}
