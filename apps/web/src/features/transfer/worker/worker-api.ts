import type { SignedPart } from '@coffer/contracts';

/** Base64 checksums of a slice. `md5` is computed only for stores without SHA-256. */
export interface Digests {
  readonly sha256: string;
  readonly md5?: string | undefined;
  readonly crc64nvme?: string | undefined;
}

/**
 * Hashes in a worker; undefined for an unreadable slice. `onSmall` receives the bytes of slices that fit into a bundle.
 */
export type Hash = (
  slices: readonly Blob[],
  options: {
    readonly withMd5: boolean;
    readonly onSmall?: ((index: number, bytes: Uint8Array<ArrayBuffer>) => void) | undefined;
  },
  signal: AbortSignal,
) => Promise<readonly (Digests | undefined)[]>;

/**
 * The result of a request to the store. `answer` is the response body for a bundle; `refused` has the status and the S3
 * error code, if readable.
 */
export type PutOutcome =
  | { readonly kind: 'stored'; readonly answer?: string }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'unreachable' };

/** Sends one signed part. Rejects with the signal's reason when aborted. */
export type Put = (
  part: SignedPart,
  body: Blob,
  options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
) => Promise<PutOutcome>;
