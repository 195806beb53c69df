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

/** It failed in a process with little memory. `draw` may draw it. */
export interface Cramped {
  readonly code: 'cramped';
}

/** Draws in processes of its own, one picture at a time in each. */
export interface Thumbnailer {
  /** How many pictures are drawn at the same time. */
  readonly atOnce: number;
  draw(picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure>>;
  /** In whichever process is free first. */
  drawBeside(picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure | Cramped>>;
  /** Whether thumbnails can be drawn on this machine, with the version of the library. */
  probe(): Promise<Result<string, ThumbnailsFailure>>;
  stop(): Promise<void>;
}
