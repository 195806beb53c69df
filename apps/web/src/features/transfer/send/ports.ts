import type {
  CreateFolderRequest,
  CreateUploadResult,
  CreateUploadsResult,
  ItemFailure,
  NodeId,
  NodeView,
  PartChecksums,
  SignedParts,
  StoreReceipt,
  UploadId,
  UploadList,
  UploadStatus,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { UploadRequest } from '../model/upload-request.ts';
import type { UploadJournal } from '../journal/upload-journal.ts';
import type { TransferFailure, UploadedNode } from '../model/machine.ts';
import type { Hash, Put } from '../worker/worker-api.ts';

type ApiResult<T> = Promise<Result<T, TransferFailure>>;

/** The result for members, and for guests, whose nodes have fewer members. */
interface CompletedUploads {
  readonly items: readonly (ItemFailure | { readonly outcome: 'committed'; readonly node: UploadedNode })[];
}

export interface TransferApi {
  readonly createFolder: (
    body: CreateFolderRequest,
    signal: AbortSignal,
  ) => ApiResult<Pick<NodeView, 'id'> & Partial<Pick<NodeView, 'spaceId'>>>;
  readonly createUpload: (
    body: UploadRequest,
    idempotencyKey: string,
    signal: AbortSignal,
  ) => ApiResult<CreateUploadResult>;
  readonly createUploads: (
    uploads: UploadRequest[],
    idempotencyKey: string,
    signal: AbortSignal,
  ) => ApiResult<CreateUploadsResult>;
  /** Requests new presigned URLs for one-part uploads, with their declared checksums. */
  readonly signUploads: (ids: UploadId[], signal: AbortSignal) => ApiResult<CreateUploadsResult>;
  readonly signParts: (
    uploadId: UploadId,
    parts: PartChecksums[],
    signal: AbortSignal,
  ) => ApiResult<SignedParts>;
  readonly getUpload: (uploadId: UploadId, signal: AbortSignal) => ApiResult<UploadStatus>;
  readonly listUploads: (signal: AbortSignal) => ApiResult<UploadList>;
  readonly completeUpload: (
    uploadId: UploadId,
    signal: AbortSignal,
  ) => ApiResult<{ readonly node: UploadedNode }>;
  readonly completeUploads: (
    ids: UploadId[],
    receipts: StoreReceipt[],
    signal: AbortSignal,
  ) => ApiResult<CompletedUploads>;
  readonly abortUpload: (uploadId: UploadId) => ApiResult<undefined>;
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface TransferPorts {
  readonly api: TransferApi;
  /** Fails while the server is unreachable. Guests may call this too. */
  readonly reachServer: (signal: AbortSignal) => ApiResult<unknown>;
  readonly hash: Hash;
  readonly put: Put;
  readonly sleep: Sleep;
  /** The journal of the signed-in person. */
  readonly journal: () => UploadJournal;
  /** Calls the listener when a retry may succeed: the browser is online again, or the page is visible again. */
  readonly onRetryHint: (listener: () => void) => void;
  readonly untilSignedIn: (signal: AbortSignal) => Promise<void>;
  /** Delays a notification, so that many changes cause only one. */
  readonly schedule: (notify: () => void) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
  /** Called when a video has been uploaded. If undefined, its poster is created later. */
  readonly onVideoUploaded?: (nodeId: NodeId, openFile: () => Promise<File | undefined>) => void;
}
