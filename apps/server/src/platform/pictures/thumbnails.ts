import { MIB, type Result } from '@coffer/kit';
import type { ProcessFailure, Source } from '../limited-process/limited-process.ts';

/** The longer edge, in pixels. */
export const THUMBNAIL_EDGES = { small: 256, large: 512 } as const;

/** Larger files get no thumbnail. */
export const PICTURE_BYTES_MAX = 64 * MIB;

export type Picture = Source;

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

export type ThumbnailsFailure = ProcessFailure;

/** Draws one picture at a time, in a process of its own. */
export interface Thumbnailer {
  draw(picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure>>;
  /** Whether thumbnails can be drawn on this machine, with the version of the library. */
  probe(): Promise<Result<string, ThumbnailsFailure>>;
  stop(): Promise<void>;
}
