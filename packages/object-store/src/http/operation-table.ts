import type { Operation } from '../call.ts';
import { abortMultipartUpload } from '../operations/multipart/abort-multipart-upload.ts';
import { deleteBucketCors, getBucketCors, putBucketCors } from '../operations/buckets/bucket-cors.ts';
import {
  deleteBucketLifecycle,
  getBucketLifecycle,
  putBucketLifecycle,
} from '../operations/buckets/bucket-lifecycle.ts';
import { completeMultipartUpload } from '../operations/multipart/complete-multipart-upload.ts';
import { copyObject } from '../operations/copy-object.ts';
import { createBucket } from '../operations/buckets/create-bucket.ts';
import { createMultipartUpload } from '../operations/multipart/create-multipart-upload.ts';
import { deleteBucket } from '../operations/buckets/delete-bucket.ts';
import { deleteObject } from '../operations/delete-object.ts';
import { deleteObjects } from '../operations/delete-objects.ts';
import { getObjectAttributes } from '../operations/get-object-attributes.ts';
import { getObject, headObject } from '../operations/get-object.ts';
import { getBucketLocation, getBucketVersioning, headBucket } from '../operations/buckets/head-bucket.ts';
import { listBuckets } from '../operations/buckets/list-buckets.ts';
import { listMultipartUploads } from '../operations/multipart/list-multipart-uploads.ts';
import { listObjectVersions } from '../operations/list-object-versions.ts';
import { listObjectsV1, listObjectsV2 } from '../operations/list-objects.ts';
import { listParts } from '../operations/multipart/list-parts.ts';
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from '../operations/object-tagging.ts';
import { putObject } from '../operations/put-object.ts';
import { uploadPartCopy } from '../operations/multipart/upload-part-copy.ts';
import { uploadPart } from '../operations/multipart/upload-part.ts';
import type { Permission } from '../sigv4/grant.ts';
import { ACCEPTED, OBJECT_HEADERS } from './accepted-headers.ts';

export interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly permission: Permission;
  readonly parameters?: readonly string[];
  readonly headers?: readonly string[];
}

export type Routes = Readonly<Record<string, Route | undefined>>;

const LISTING = ['prefix', 'delimiter', 'encoding-type', 'max-keys'];
const OPTIONAL_ATTRIBUTES = ['x-amz-optional-object-attributes'];
const OVERRIDES = [
  'response-content-type',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-expires',
];

export const SERVICE_ROUTES: Routes = {
  GET: {
    name: 'ListBuckets',
    operation: listBuckets,
    permission: 'list-buckets',
    parameters: ['max-buckets', 'prefix', 'continuation-token'],
  },
};

export const BUCKET_ROUTES: Routes = {
  PUT: { name: 'CreateBucket', operation: createBucket, permission: 'manage', headers: ACCEPTED.newBucket },
  HEAD: { name: 'HeadBucket', operation: headBucket, permission: 'read' },
  DELETE: { name: 'DeleteBucket', operation: deleteBucket, permission: 'manage' },
  GET: {
    name: 'ListObjects',
    operation: listObjectsV1,
    permission: 'read',
    parameters: [...LISTING, 'marker'],
    headers: OPTIONAL_ATTRIBUTES,
  },
  'GET list-type': {
    name: 'ListObjectsV2',
    operation: listObjectsV2,
    permission: 'read',
    parameters: [...LISTING, 'continuation-token', 'start-after', 'fetch-owner'],
    headers: OPTIONAL_ATTRIBUTES,
  },
  'GET versions': {
    name: 'ListObjectVersions',
    operation: listObjectVersions,
    permission: 'read',
    parameters: [...LISTING, 'key-marker', 'version-id-marker'],
    headers: OPTIONAL_ATTRIBUTES,
  },
  'GET location': { name: 'GetBucketLocation', operation: getBucketLocation, permission: 'read' },
  'GET versioning': { name: 'GetBucketVersioning', operation: getBucketVersioning, permission: 'read' },
  'GET uploads': {
    name: 'ListMultipartUploads',
    operation: listMultipartUploads,
    permission: 'read',
    parameters: ['prefix', 'delimiter', 'encoding-type', 'max-uploads', 'key-marker', 'upload-id-marker'],
  },
  'GET cors': { name: 'GetBucketCors', operation: getBucketCors, permission: 'read' },
  'PUT cors': {
    name: 'PutBucketCors',
    operation: putBucketCors,
    permission: 'manage',
    headers: ACCEPTED.body,
  },
  'DELETE cors': { name: 'DeleteBucketCors', operation: deleteBucketCors, permission: 'manage' },
  'GET lifecycle': {
    name: 'GetBucketLifecycleConfiguration',
    operation: getBucketLifecycle,
    permission: 'read',
  },
  'PUT lifecycle': {
    name: 'PutBucketLifecycleConfiguration',
    operation: putBucketLifecycle,
    permission: 'manage',
    headers: ACCEPTED.body,
  },
  'DELETE lifecycle': {
    name: 'DeleteBucketLifecycle',
    operation: deleteBucketLifecycle,
    permission: 'manage',
  },
  'POST delete': {
    name: 'DeleteObjects',
    operation: deleteObjects,
    permission: 'write',
    headers: ACCEPTED.body,
  },
};

export const OBJECT_ROUTES: Routes = {
  PUT: { name: 'PutObject', operation: putObject, permission: 'write', headers: OBJECT_HEADERS },
  'PUT copy': {
    name: 'CopyObject',
    operation: copyObject,
    permission: 'write',
    headers: [
      ...ACCEPTED.description,
      ...ACCEPTED.copySource,
      'x-amz-metadata-directive',
      'x-amz-tagging-directive',
      'x-amz-checksum-algorithm',
    ],
  },
  GET: {
    name: 'GetObject',
    operation: getObject,
    permission: 'read',
    parameters: [...OVERRIDES, 'partNumber', 'versionId'],
    headers: ['x-amz-checksum-mode', 'x-amz-te'],
  },
  HEAD: {
    name: 'HeadObject',
    operation: headObject,
    permission: 'read',
    parameters: [...OVERRIDES, 'partNumber', 'versionId'],
    headers: ['x-amz-checksum-mode'],
  },
  DELETE: {
    name: 'DeleteObject',
    operation: deleteObject,
    permission: 'write',
    parameters: ['versionId'],
    headers: ['x-amz-if-match-last-modified-time', 'x-amz-if-match-size'],
  },
  'GET attributes': {
    name: 'GetObjectAttributes',
    operation: getObjectAttributes,
    permission: 'read',
    parameters: ['versionId'],
    headers: ['x-amz-object-attributes', 'x-amz-max-parts', 'x-amz-part-number-marker'],
  },
  'GET tagging': {
    name: 'GetObjectTagging',
    operation: getObjectTagging,
    permission: 'read',
    parameters: ['versionId'],
  },
  'PUT tagging': {
    name: 'PutObjectTagging',
    operation: putObjectTagging,
    permission: 'write',
    parameters: ['versionId'],
    headers: ACCEPTED.body,
  },
  'DELETE tagging': {
    name: 'DeleteObjectTagging',
    operation: deleteObjectTagging,
    permission: 'write',
    parameters: ['versionId'],
  },
  'POST uploads': {
    name: 'CreateMultipartUpload',
    operation: createMultipartUpload,
    permission: 'write',
    headers: [...ACCEPTED.description, 'x-amz-checksum-algorithm', 'x-amz-checksum-type'],
  },
  'PUT uploadId': {
    name: 'UploadPart',
    operation: uploadPart,
    permission: 'write',
    parameters: ['partNumber'],
    headers: ACCEPTED.body,
  },
  'PUT uploadId copy': {
    name: 'UploadPartCopy',
    operation: uploadPartCopy,
    permission: 'write',
    parameters: ['partNumber'],
    headers: [...ACCEPTED.copySource, 'x-amz-copy-source-range'],
  },
  'GET uploadId': {
    name: 'ListParts',
    operation: listParts,
    permission: 'read',
    parameters: ['max-parts', 'part-number-marker', 'encoding-type'],
  },
  'POST uploadId': {
    name: 'CompleteMultipartUpload',
    operation: completeMultipartUpload,
    permission: 'write',
    headers: [...ACCEPTED.body, 'x-amz-checksum-type', 'x-amz-mp-object-size'],
  },
  'DELETE uploadId': { name: 'AbortMultipartUpload', operation: abortMultipartUpload, permission: 'write' },
};
