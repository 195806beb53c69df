import {
  GUEST_ROUTES,
  type HandIn,
  type ItemFailure,
  type OperationInput,
  type PartChecksums,
  type StoreReceipt,
  type UploadId,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { addRoutes, call, callOrThrow } from '../calls/client.ts';
import { type ApiError, localError } from '../calls/error.ts';

addRoutes(GUEST_ROUTES);

/** The server checks every part at the store, which may take long. */
const COMPLETE_LIMIT_MS = 120_000;

/** What a browser stores of a hand-in, to resume it and to show its receipt. */
export interface HandInKey {
  readonly token: string;
  readonly key: string;
}

export type Uploads = OperationInput<'createGuestUploads', 'body'>['uploads'];

export function beginHandIn(
  token: string,
  body: OperationInput<'beginHandIn', 'body'>,
): ReturnType<typeof callOrThrow<'beginHandIn'>> {
  return callOrThrow('beginHandIn', { params: { token }, body });
}

export function fetchHandIn(params: HandInKey): Promise<HandIn> {
  return callOrThrow('getHandIn', { params: { ...params } });
}

export function finishHandIn(params: HandInKey): Promise<HandIn> {
  return callOrThrow('finishHandIn', { params: { ...params } });
}

/** The calls of the transfer engine for a guest. Failures are values, so that the transfer can retry. */
export function guestUploadCalls({ token, key }: HandInKey) {
  const params = { token, key };
  const createUploads = (uploads: Uploads, idempotencyKey: string, signal: AbortSignal) =>
    call('createGuestUploads', { params, body: { uploads, bundle: true }, idempotencyKey, signal });
  const completeUploads = (ids: UploadId[], receipts: StoreReceipt[], signal: AbortSignal) =>
    call('completeGuestUploads', {
      params,
      body: { ids, receipts },
      signal,
      timeLimitMs: COMPLETE_LIMIT_MS,
    });
  return {
    createFolder: (folder: OperationInput<'createFolder', 'body'>, signal: AbortSignal) =>
      call('createGuestFolder', {
        params,
        body: { parentId: folder.parentId, name: folder.name },
        signal,
      }),
    createUpload: async (upload: Uploads[number], idempotencyKey: string, signal: AbortSignal) =>
      onlyItem(await createUploads([upload], idempotencyKey, signal)),
    createUploads,
    signUploads: (ids: UploadId[], signal: AbortSignal) =>
      call('signGuestUploads', { params, body: { ids, bundle: true }, signal }),
    signParts: (uploadId: UploadId, parts: PartChecksums[], signal: AbortSignal) =>
      call('signGuestParts', { params: { ...params, uploadId }, body: { parts }, signal }),
    getUpload: (uploadId: UploadId, signal: AbortSignal) =>
      call('getGuestUpload', { params: { ...params, uploadId }, signal }),
    /** None: uploads of other devices have other keys. */
    listUploads: () => Promise.resolve(ok({ uploads: [] })),
    completeUpload: async (uploadId: UploadId, signal: AbortSignal) =>
      onlyItem(await completeUploads([uploadId], [], signal)),
    completeUploads,
    abortUpload: (uploadId: UploadId) => call('abortGuestUpload', { params: { ...params, uploadId } }),
  };
}

interface CallFailure {
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

/** The result of a call for one file. */
function onlyItem<T extends { readonly outcome: string }>(
  answer: Result<{ readonly items: readonly (T | ItemFailure)[] }, ApiError>,
): Result<T, CallFailure> {
  if (!answer.ok) return answer;
  const [item] = answer.value.items;
  if (item === undefined) return err(localError('unreadable_answer'));
  return isFailure(item) ? err(item) : ok(item);
}

function isFailure(item: { readonly outcome: string }): item is ItemFailure {
  return item.outcome === 'failed';
}
