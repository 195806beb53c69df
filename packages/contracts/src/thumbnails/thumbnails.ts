import * as z from 'zod/mini';
import { Count, NodeId, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

export const ThumbnailsRequest = z.strictObject({
  files: z
    .array(
      z.strictObject({
        nodeId: NodeId,
        versionId: VersionId,
        /** The store did not return the picture: check whether it still exists, and draw it again if not. */
        isLost: z.optional(z.literal(true)),
      }),
    )
    .check(z.minLength(1), z.maxLength(LIMITS.thumbnailsAskedMax)),
});
export type ThumbnailsRequest = z.infer<typeof ThumbnailsRequest>;

export const Thumbnail = z.object({
  /** Pixels of the upright picture. */
  width: Count,
  height: Count,
  /** Average color as `#rrggbb`, shown until the picture is loaded. */
  color: z.string(),
  /** Null for thumbnails from before ThumbHash was introduced. */
  thumbHash: z.nullable(z.string()),
});
export type Thumbnail = z.infer<typeof Thumbnail>;

/** In request order. `wanted`: not ready, ask again. `none`: this content has no thumbnail. */
export const ThumbnailsResult = z.object({
  items: z.array(
    z.discriminatedUnion('state', [
      z.extend(Thumbnail, {
        state: z.literal('ready'),
        /** Presigned URLs, which stay the same for an hour. The longer edge is at most 256 and 512 pixels. */
        small: z.string(),
        large: z.string(),
      }),
      z.object({ state: z.literal('wanted') }),
      z.object({ state: z.literal('none') }),
      z.object({ state: z.literal('refused'), code: z.string() }),
    ]),
  ),
});
export type ThumbnailsResult = z.infer<typeof ThumbnailsResult>;

export const PosterParams = z.strictObject({ nodeId: NodeId, versionId: VersionId });
export type PosterParams = z.infer<typeof PosterParams>;

/** A small frame of a video, encoded by a browser. */
export const SetPosterRequest = z.strictObject({
  picture: z
    .string()
    .check(
      z.maxLength(LIMITS.posterLengthMax),
      z.regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
    ),
});
export type SetPosterRequest = z.infer<typeof SetPosterRequest>;
