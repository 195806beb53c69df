import * as z from 'zod/mini';
import { Count, NodeId, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

export const ThumbnailsRequest = z.strictObject({
  files: z
    .array(
      z.strictObject({
        nodeId: NodeId,
        versionId: VersionId,
        /** The store did not answer with the picture: look whether it is still there, and draw it again if not. */
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
  /** `#rrggbb`, the average, to be shown until the picture is there. */
  color: z.string(),
  /** Null for thumbnails that were drawn before there were hashes. */
  thumbHash: z.nullable(z.string()),
});
export type Thumbnail = z.infer<typeof Thumbnail>;

/** In request order. `wanted`: ask again. `none`: this content has no thumbnail. */
export const ThumbnailsResult = z.object({
  items: z.array(
    z.discriminatedUnion('state', [
      z.extend(Thumbnail, {
        state: z.literal('ready'),
        /** Signed URLs, the same for an hour: longer edge at most 256 and 512 pixels. */
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

/** A frame of a film, small and as a browser encodes it. */
export const SetPosterRequest = z.strictObject({
  picture: z
    .string()
    .check(
      z.maxLength(LIMITS.posterLengthMax),
      z.regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
    ),
});
export type SetPosterRequest = z.infer<typeof SetPosterRequest>;
