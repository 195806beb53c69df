import type { Readable } from 'node:stream';
import type { Result } from '@coffer/kit';
import type { BrowserProbe, Examination } from './doctor/model.ts';

/** `unavailable`: try again later. */
export type StoreFailure =
  | { readonly code: 'store_unavailable' }
  | { readonly code: 'store_refused'; readonly diagnosis: string };

/** Enough to restore the file without the database. Names are not percent-encoded yet. */
export interface BlobMetadata {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly versionId: string;
  readonly parentId: string;
  readonly name: string;
  readonly authorId: string;
  readonly at: Date;
}

/** Must be sent unchanged before `expiresAt`. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Only for a form: its fields in order, to be sent before the file. */
  readonly fields?: readonly (readonly [string, string])[];
  readonly expiresAt: Date;
}

export interface SignedFile {
  readonly key: string;
  readonly part: PartDigest;
  readonly mediaType: string;
  readonly metadata: BlobMetadata;
}

export interface SignedReceipt {
  readonly receipt: string;
  readonly signature: string;
}

export interface ReceivedFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** Base64. */
  readonly sha256: string;
  readonly etag: string;
}

/** Checksums of one part in base64. */
export interface PartDigest {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string | undefined;
}

/** A checksum that is undefined is unknown and proves nothing. */
export interface StoredPart {
  readonly number: number;
  readonly sizeBytes: number;
  readonly etag: string;
  /** Base64. */
  readonly sha256: string | undefined;
  /** Base64. */
  readonly md5: string | undefined;
}

export interface BlobHead {
  readonly sizeBytes: number;
  readonly etag: string;
  /** Base64, `<hash>-<parts>` for multipart objects. Undefined if the store has none. */
  readonly sha256: string | undefined;
  /** Base64. Undefined for multipart objects, and if the store does not return it. */
  readonly md5: string | undefined;
}

export interface BlobDescription {
  readonly head: BlobHead;
  /** Base64. Stored as metadata if the store itself keeps no SHA-256. */
  readonly sentSha256: string | undefined;
  readonly mediaType: string;
  readonly metadata: BlobMetadata | undefined;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

export interface StoredUpload {
  readonly key: string;
  readonly providerUploadId: string;
  readonly startedAt: Date | undefined;
}

/** What the store verifies: 1 the signed SHA-256 of a part, 2 its MD5, 3 neither. */
export type IntegrityLevel = 1 | 2 | 3;

export type UploadsMarker = Pick<StoredUpload, 'key' | 'providerUploadId'>;

export interface RelayTarget {
  /** Origin of the store, as this server reaches it. */
  readonly origin: string;
  /** Prefix of every relayed path. */
  readonly path: string;
  /** The access key of every relayed URL. */
  readonly accessKeyId: string;
}

/** S3 over HTTP, embedded or external. */
export interface Blobs {
  readonly integrity: IntegrityLevel;
  /** Whether the store accepts POST forms from our pages and verifies their SHA-256. */
  readonly takesForms: boolean;
  /** Whether it also accepts forms with many files and returns receipts. */
  readonly takesBundles: boolean;
  readonly publicOrigin: string;
  /** Set when URLs point to our own origin. */
  readonly relay: RelayTarget | undefined;
  /** The key of a new blob: `<prefix>/blobs/<2 hex>/<blob id>`. */
  keyFor(blobId: string): string;
  /** `<prefix>/renditions/<2 hex>/<blob id>/<size>.webp`: derived from a blob, and drawn again if it is missing. */
  renditionKeyFor(blobId: string, size: string): string;
  /** `<prefix>/renditions/<2 hex>/<blob id>/document.pdf`. */
  documentKeyFor(blobId: string): string;
  /** `<prefix>/audit/heads/<name>`: sequence and hash of the newest audit row at some time. */
  auditHeadKeyFor(name: string): string;
  /** `<prefix>/journal/<name>`: changed rows, in segments. */
  journalKeyFor(name: string): string;
  /** `<prefix>/snapshots/<name>`: all rows at one moment. */
  snapshotKeyFor(name: string): string;
  createMultipart(input: {
    readonly key: string;
    readonly mediaType: string;
    readonly metadata: BlobMetadata;
  }): Promise<Result<{ readonly providerUploadId: string }, StoreFailure>>;
  signPut(input: SignedFile): SignedRequest;
  /** Like `signPut`, as a POST form. Requires `takesForms`. */
  signPost(input: SignedFile): SignedRequest;
  /** One form for many files in the given order. Requires `takesBundles`. */
  signBundle(files: readonly SignedFile[]): SignedRequest;
  /**
   * The objects in a receipt. Undefined if it is invalid: for another store, bucket or key pair, or older than a day.
   */
  readReceipt(receipt: SignedReceipt): readonly ReceivedFile[] | undefined;
  signPart(input: {
    readonly key: string;
    readonly providerUploadId: string;
    readonly number: number;
    readonly part: PartDigest;
  }): SignedRequest;
  signGet(input: {
    readonly key: string;
    readonly name: string;
    readonly mediaType: string;
    readonly disposition: 'attachment' | 'inline';
    readonly lifeMs: number;
  }): SignedRequest;
  /** Without `lifeMs`, returns the same URL for some time, so that browsers find the picture in their cache. */
  signRendition(key: string, lifeMs?: number): SignedRequest;
  /**
   * Uploads a whole file, for clients whose bytes pass through this server. The store verifies the same as for
   * `signPut`.
   */
  put(input: SignedFile & { readonly bytes: Uint8Array }): Promise<Result<void, StoreFailure>>;
  /** Uploads a part, like `put`. */
  putPart(
    input: Parameters<Blobs['signPart']>[0] & { readonly bytes: Uint8Array },
  ): Promise<Result<void, StoreFailure>>;
  /** `undefined` if the store does not know the upload, or no longer. */
  listParts(input: {
    readonly key: string;
    readonly providerUploadId: string;
  }): Promise<Result<readonly StoredPart[] | undefined, StoreFailure>>;
  completeMultipart(input: {
    readonly key: string;
    readonly providerUploadId: string;
    /** The parts with their declared checksums. */
    readonly parts: readonly { readonly number: number; readonly etag: string; readonly sha256: string }[];
  }): Promise<Result<void, StoreFailure>>;
  abortMultipart(input: {
    readonly key: string;
    readonly providerUploadId: string;
  }): Promise<Result<void, StoreFailure>>;
  /** `undefined` when the object does not exist. */
  head(key: string): Promise<Result<BlobHead | undefined, StoreFailure>>;
  /** What the store knows about a blob. `metadata` is undefined if Coffer did not write the blob. */
  describe(key: string): Promise<Result<BlobDescription | undefined, StoreFailure>>;
  /**
   * `undefined` if the object does not exist. The stream throws if the connection breaks, which does not prove damage.
   */
  read(
    key: string,
  ): Promise<Result<{ readonly sizeBytes: number; readonly bytes: Readable } | undefined, StoreFailure>>;
  /**
   * Like `read`, from `from` to `to` inclusive. Uses separate connections, so that a slow reader blocks no other call.
   */
  readRange(
    key: string,
    range: { readonly from: number; readonly to: number; readonly signal: AbortSignal },
  ): ReturnType<Blobs['read']>;
  /** Overwrites. Only for objects that the server itself writes; uploaded blobs are never overwritten. */
  write(input: {
    readonly key: string;
    readonly bytes: Uint8Array;
    readonly mediaType: string;
  }): Promise<Result<void, StoreFailure>>;
  remove(key: string): Promise<Result<void, StoreFailure>>;
  /** Objects after `after`, ordered by key. `next` is undefined on the last page. */
  listObjects(input: {
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<
    Result<{ readonly objects: readonly StoredObject[]; readonly next: string | undefined }, StoreFailure>
  >;
  /** Like `listObjects`, for renditions. */
  listRenditions: Blobs['listObjects'];
  /** Like `listObjects`, for heads of the audit trail. */
  listAuditHeads: Blobs['listObjects'];
  /** Like `listObjects`, for the journal. */
  listJournal: Blobs['listObjects'];
  /** Like `listObjects`, for snapshots. */
  listSnapshots: Blobs['listObjects'];
  listUploads(input: {
    readonly after: UploadsMarker | undefined;
  }): Promise<
    Result<
      { readonly uploads: readonly StoredUpload[]; readonly next: UploadsMarker | undefined },
      StoreFailure
    >
  >;
  /** Tests every feature of the store that the application and its pages need. */
  examine(depth: 'fast' | 'full'): Promise<Examination>;
  /** Requests with which a browser runs the same tests. */
  planBrowserProbes(): Promise<readonly BrowserProbe[]>;
  /** False if the store accepts wrong signatures, so that its data is open to everyone. */
  checksSignatures(): Promise<Result<boolean, StoreFailure>>;
  /** A cheap health check. */
  ping(): Promise<Result<void, StoreFailure>>;
}
