import type {
  CompletedUpload,
  CreateFolderRequest,
  CreateUploadRequest,
  CreateUploadResult,
  NodeView,
  PartChecksums,
  SignedPart,
  SignedParts,
  UploadId,
  UploadStatus,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';

type Answer<T> = Promise<Result<T, TransferFailure>>;
/** What a reservation asks for. */
export type CreateUpload = Omit<CreateUploadRequest, 'parts'> & { readonly parts?: PartChecksums[] };

/** The calls of the API that a transfer makes. */
export interface TransferApi {
  createFolder(body: CreateFolderRequest, signal: AbortSignal): Answer<NodeView>;
  createUpload(body: CreateUpload, idempotencyKey: string, signal: AbortSignal): Answer<CreateUploadResult>;
  signParts(uploadId: UploadId, parts: PartChecksums[], signal: AbortSignal): Answer<SignedParts>;
  getUpload(uploadId: UploadId, signal: AbortSignal): Answer<UploadStatus>;
  completeUpload(uploadId: UploadId, signal: AbortSignal): Answer<CompletedUpload>;
  abortUpload(uploadId: UploadId): Answer<undefined>;
}

/** Checksums of a slice, as base64. `md5` only where the store knows no SHA-256. */
export interface Digests {
  readonly sha256: string;
  readonly md5?: string | undefined;
}

/** Computes checksums away from the thread that draws. Rejects when the file cannot be read (any more). */
export type Hash = (
  slice: Blob,
  options: { readonly withMd5: boolean },
  signal: AbortSignal,
) => Promise<Digests>;

/** What became of one PUT. `refused` carries the status of the store and the code of its XML, where readable. */
export type PutOutcome =
  | { readonly kind: 'stored' }
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
  /** Resolves at once when the browser is online, else when it is again. */
  readonly online: (signal: AbortSignal) => Promise<void>;
  /** Runs a notification a little later, so that many changes are told once. */
  readonly later: (notify: () => void) => void;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
}
