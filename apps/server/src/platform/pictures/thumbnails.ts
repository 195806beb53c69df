import { MIB, type Result } from '@coffer/kit';

/** The longer edge, in pixels. */
export const THUMBNAIL_EDGES = { small: 256, large: 512 } as const;

/** Larger files get no thumbnail. */
export const PICTURE_BYTES_MAX = 64 * MIB;

export interface Picture {
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Thumbnails {
  /** Of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`, the average. */
  readonly color: string;
  /** ThumbHash in Base64. */
  readonly thumbHash: string;
  /** WebP. */
  readonly small: Buffer;
  readonly large: Buffer;
}

export type ThumbnailsFailure =
  /** No whole picture, or one beyond the limits. Trying again does not help. */
  | { readonly code: 'unreadable'; readonly reason: string }
  /** The process died or took too long. */
  | { readonly code: 'crashed'; readonly reason: string }
  /** `bytes` broke off. */
  | { readonly code: 'source_failed' }
  /** The library cannot be loaded on this machine. */
  | { readonly code: 'unavailable'; readonly reason: string };

/** Draws one picture at a time, in a process of its own. */
export interface Thumbnailer {
  draw(picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure>>;
  /** Whether thumbnails can be drawn on this machine, with the version of the library. */
  probe(): Promise<Result<string, ThumbnailsFailure>>;
  stop(): Promise<void>;
}
