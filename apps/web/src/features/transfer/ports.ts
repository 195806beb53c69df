import type {
  CompletedUpload,
  CompleteUploadsResult,
  CreateFolderRequest,
  CreateUploadResult,
  CreateUploadsResult,
  NodeView,
  PartChecksums,
  SignedPart,
  SignedParts,
  StoreReceipt,
  UploadId,
  UploadList,
  UploadStatus,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { CreateUpload } from './create-upload.ts';
import type { Keep } from './keep.ts';
import type { TransferFailure } from './machine.ts';

type Answer<T> = Promise<Result<T, TransferFailure>>;

/** The calls of the API that a transfer makes. */
export interface TransferApi {
  readonly createFolder: (body: CreateFolderRequest, signal: AbortSignal) => Answer<NodeView>;
  readonly createUpload: (
    body: CreateUpload,
    idempotencyKey: string,
    signal: AbortSignal,
  ) => Answer<CreateUploadResult>;
  readonly createUploads: (
    uploads: CreateUpload[],
    idempotencyKey: string,
    signal: AbortSignal,
  ) => Answer<CreateUploadsResult>;
  /** Signs again what was declared of files of one part. */
  readonly signUploads: (ids: UploadId[], signal: AbortSignal) => Answer<CreateUploadsResult>;
  readonly signParts: (
    uploadId: UploadId,
    parts: PartChecksums[],
    signal: AbortSignal,
  ) => Answer<SignedParts>;
  readonly getUpload: (uploadId: UploadId, signal: AbortSignal) => Answer<UploadStatus>;
  readonly listUploads: (signal: AbortSignal) => Answer<UploadList>;
  readonly completeUpload: (uploadId: UploadId, signal: AbortSignal) => Answer<CompletedUpload>;
  readonly completeUploads: (
    ids: UploadId[],
    receipts: StoreReceipt[],
    signal: AbortSignal,
  ) => Answer<CompleteUploadsResult>;
  readonly abortUpload: (uploadId: UploadId) => Answer<undefined>;
}

/** Checksums of a slice, as base64. `md5` only where the store knows no SHA-256. */
export interface Digests {
  readonly sha256: string;
  readonly md5?: string | undefined;
  readonly crc64nvme?: string | undefined;
}

/** Computes checksums away from the thread that draws; undefined for a slice that cannot be read (any more). `onSmall` gets the bytes
 * of those that a bundle may carry, as they were read. */
export type Hash = (
  slices: readonly Blob[],
  options: {
    readonly withMd5: boolean;
    readonly onSmall?: ((index: number, bytes: Uint8Array<ArrayBuffer>) => void) | undefined;
  },
  signal: AbortSignal,
) => Promise<readonly (Digests | undefined)[]>;

/** What became of one request to the store. `answer`: what it said to a bundle. `refused` carries its status and the code of its XML, where readable. */
export type PutOutcome =
  | { readonly kind: 'stored'; readonly answer?: string }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'unreachable' };

/** Sends one signed part and reports bytes as they leave. Rejects with the signal's reason when aborted. */
export type Put = (
  part: SignedPart,
  body: Blob,
  options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
) => Promise<PutOutcome>;

/** Waits, or rejects with the signal's reason. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface TransferPorts {
  readonly api: TransferApi;
  readonly hash: Hash;
  readonly put: Put;
  readonly sleep: Sleep;
  /** Of whoever is signed in. */
  readonly keep: () => Keep;
  /** Calls the listener when it is worth trying again at once: the network is back, or somebody looks at the page again. */
  readonly onReturn: (listener: () => void) => void;
  /** Resolves when the person has signed in again. */
  readonly signedIn: (signal: AbortSignal) => Promise<void>;
  /** Runs a notification a little later, so that many changes are told once. */
  readonly later: (notify: () => void) => void;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
}
