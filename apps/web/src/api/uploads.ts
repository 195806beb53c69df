import type { OperationInput, PartChecksums, StoreReceipt, UploadId } from '@coffer/contracts';
import { call } from './calls/client.ts';

/** The server checks every part at the store, which may take long. */
const COMPLETE_LIMIT_MS = 120_000;

type Uploads = OperationInput<'createUploads', 'body'>['uploads'];

/** Failures are values, so that the transfer can retry. */
export const uploadCalls = {
  createFolder: (body: OperationInput<'createFolder', 'body'>, signal: AbortSignal) =>
    call('createFolder', { body, signal }),
  createUpload: (body: OperationInput<'createUpload', 'body'>, idempotencyKey: string, signal: AbortSignal) =>
    call('createUpload', { body, idempotencyKey, signal }),
  createUploads: (uploads: Uploads, idempotencyKey: string, signal: AbortSignal) =>
    call('createUploads', { body: { uploads, bundle: true }, idempotencyKey, signal }),
  signUploads: (ids: UploadId[], signal: AbortSignal) =>
    call('signUploads', { body: { ids, bundle: true }, signal }),
  signParts: (uploadId: UploadId, parts: PartChecksums[], signal: AbortSignal) =>
    call('signParts', { params: { uploadId }, body: { parts }, signal }),
  getUpload: (uploadId: UploadId, signal: AbortSignal) => call('getUpload', { params: { uploadId }, signal }),
  listUploads: (signal: AbortSignal) => call('listUploads', { signal }),
  completeUpload: (uploadId: UploadId, signal: AbortSignal) =>
    call('completeUpload', { params: { uploadId }, signal, timeLimitMs: COMPLETE_LIMIT_MS }),
  completeUploads: (ids: UploadId[], receipts: StoreReceipt[], signal: AbortSignal) =>
    call('completeUploads', { body: { ids, receipts }, signal, timeLimitMs: COMPLETE_LIMIT_MS }),
  abortUpload: (uploadId: UploadId) => call('abortUpload', { params: { uploadId } }),
};
