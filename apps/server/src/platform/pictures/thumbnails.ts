import { MIB, type Result } from '@coffer/kit';
import type { ProcessFailure, Source } from '../limited-process/limited-process.ts';

/** Longer edges in pixels. */
export const THUMBNAIL_EDGES = { small: 256, large: 512 } as const;

/** Larger files get no thumbnail. */
export const PICTURE_BYTES_MAX = 64 * MIB;

export type Picture = Source;

export interface Thumbnails {
  /** Size of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** Average color as `#rrggbb`. */
  readonly color: string;
  /** ThumbHash in Base64. */
  readonly thumbHash: string;
  /** WebP. */
  readonly small: Buffer;
  readonly large: Buffer;
}

export type ThumbnailsFailure = ProcessFailure;

/** The picture failed in the process with less memory. `draw` may succeed. */
export interface Cramped {
  readonly code: 'cramped';
}

/** Draws in separate processes, one picture at a time in each. */
export interface Thumbnailer {
  /** How many pictures can be drawn at the same time. */
  readonly atOnce: number;
  draw(picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure>>;
  /** Draws in the process that is less busy. */
  drawBeside(picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure | Cramped>>;
  /** Whether thumbnails can be drawn on this machine. Returns the version of the library. */
  probe(): Promise<Result<string, ThumbnailsFailure>>;
  stop(): Promise<void>;
}
