import type { Result } from '@coffer/kit';
import type { BrowserProbe, Examination } from './doctor/model.ts';

/** Why the store did not do what it was asked. `unavailable`: try again later. `refused`: it said no, with its code. */
export type StoreFailure =
  | { readonly code: 'store_unavailable' }
  | { readonly code: 'store_refused'; readonly diagnosis: string };

/** What the store is told about an object, and what finds it a home again without the database. Names arrive raw. */
export interface BlobMetadata {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly versionId: string;
  readonly parentId: string;
  readonly name: string;
  readonly authorId: string;
  readonly at: Date;
}

/** A request that the holder may send exactly as it stands until `expiresAt`. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Present when it is a form: its fields in their order, before the file. */
  readonly fields?: readonly (readonly [string, string])[];
  readonly expiresAt: Date;
}

/** A file as it is to arrive in one request. */
export interface SignedFile {
  readonly key: string;
  readonly part: PartDigest;
  readonly mediaType: string;
  readonly metadata: BlobMetadata;
}

/** What a store answers to a bundle, word for word. */
export interface SignedReceipt {
  readonly receipt: string;
  readonly signature: string;
}

/** An object that the store says, under its signature, to have. */
export interface ReceivedFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** Base64. */
  readonly sha256: string;
  readonly etag: string;
}

/** Checksums of one part as base64. */
export interface PartDigest {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string | undefined;
}

/** A part as the store holds it. A checksum is undefined where the store does not tell it: then nothing can be concluded. */
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
  /** Base64, `<hash>-<parts>` for multipart objects; undefined where the store keeps none. */
  readonly sha256: string | undefined;
  /** Base64; undefined for multipart objects and where the store does not tell it. */
  readonly md5: string | undefined;
}

/** An object as the store lists it. */
export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

/** An upload that the store holds open. */
export interface StoredUpload {
  readonly key: string;
  readonly providerUploadId: string;
  readonly startedAt: Date | undefined;
}

/**
 * How far the store itself guards the bytes: 1 it refuses a part whose SHA-256 differs from the signed one, 2 the same with
 * MD5, 3 it checks nothing.
 */
export type IntegrityLevel = 1 | 2 | 3;

/** Behind which upload a page starts. */
export type UploadsMarker = Pick<StoredUpload, 'key' | 'providerUploadId'>;

/** Where relayed requests go, and what they have in common. */
export interface RelayTarget {
  /** Of the store, as this server reaches it. */
  readonly origin: string;
  /** Every relayed path begins with this. */
  readonly path: string;
  /** Every relayed address names this key. */
  readonly accessKeyId: string;
}

/** The object store as the application sees it: S3 over HTTP, embedded or not. */
export interface Blobs {
  readonly integrity: IntegrityLevel;
  /** True when the store takes forms of our pages and holds them against their SHA-256. */
  readonly takesForms: boolean;
  /** True when it takes forms of many files too, and gives receipts for them. */
  readonly takesBundles: boolean;
  /** Origin under which browsers reach the store: goes into the Content-Security-Policy. */
  readonly publicOrigin: string;
  /** Set when addresses are made for our own origin, which hands them on. */
  readonly relay: RelayTarget | undefined;
  /** The key of a new blob: `<prefix>/blobs/<2 hex>/<blob id>`. */
  keyFor(blobId: string): string;
  createMultipart(input: {
    readonly key: string;
    readonly mediaType: string;
    readonly metadata: BlobMetadata;
  }): Promise<Result<{ readonly providerUploadId: string }, StoreFailure>>;
  signPut(input: SignedFile): SignedRequest;
  /** The same as a form, where the store takes them. */
  signPost(input: SignedFile): SignedRequest;
  /** One form for many files, which are sent in the order given, where the store takes bundles. */
  signBundle(files: readonly SignedFile[]): SignedRequest;
  /**
   * The objects that stand in a receipt of the store. Undefined for one that proves nothing: not of this store, bucket and key pair, or more
   * than a day old.
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
  /** `undefined` when the store knows no such upload (any more). */
  listParts(input: {
    readonly key: string;
    readonly providerUploadId: string;
  }): Promise<Result<readonly StoredPart[] | undefined, StoreFailure>>;
  completeMultipart(input: {
    readonly key: string;
    readonly providerUploadId: string;
    /** With the checksums that the sender declared. */
    readonly parts: readonly { readonly number: number; readonly etag: string; readonly sha256: string }[];
  }): Promise<Result<void, StoreFailure>>;
  abortMultipart(input: {
    readonly key: string;
    readonly providerUploadId: string;
  }): Promise<Result<void, StoreFailure>>;
  /** `undefined` when there is no such object. */
  head(key: string): Promise<Result<BlobHead | undefined, StoreFailure>>;
  /**
   * The bytes of an object, with the length that the store announces. `undefined` when there is no such object. The bytes throw when
   * the connection breaks: then nothing can be concluded.
   */
  read(
    key: string,
  ): Promise<
    Result<
      { readonly sizeBytes: number; readonly bytes: AsyncIterable<Uint8Array> } | undefined,
      StoreFailure
    >
  >;
  remove(key: string): Promise<Result<void, StoreFailure>>;
  /** A page of all blobs, in the order of their keys, behind `after`; `next` is undefined on the last page. */
  listObjects(input: {
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<
    Result<{ readonly objects: readonly StoredObject[]; readonly next: string | undefined }, StoreFailure>
  >;
  /** A page of the uploads of blobs that the store holds open. */
  listUploads(input: {
    readonly after: UploadsMarker | undefined;
  }): Promise<
    Result<
      { readonly uploads: readonly StoredUpload[]; readonly next: UploadsMarker | undefined },
      StoreFailure
    >
  >;
  /** Tries everything that the application and its pages will do, and says what is wrong and what mends it. */
  examine(depth: 'fast' | 'full'): Promise<Examination>;
  /** Requests by which a browser finds out the same for itself. */
  planBrowserProbes(): Promise<readonly BrowserProbe[]>;
  /** One cheap call that shows that the bucket answers. */
  ping(): Promise<Result<void, StoreFailure>>;
}
