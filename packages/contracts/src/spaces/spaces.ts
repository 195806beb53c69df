import * as z from 'zod/mini';
import { Count, Instant, NodeId, SizeBytes, SpaceId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { hiddenIn, isVisible } from '../names/hidden-characters.ts';
import { SpaceRole } from '../role-schemas.ts';
import { SpaceColor } from './color-schema.ts';
import { typedLine } from '../text.ts';

export const Space = z.object({
  id: SpaceId,
  name: z.string(),
  description: z.string(),
  color: SpaceColor,
  kind: z.enum(['personal', 'team', 'linked']),
  rootId: NodeId,
  role: SpaceRole,
  quotaBytes: SizeBytes,
  usedBytes: SizeBytes,
  reservedBytes: SizeBytes,
  /**
   * Bytes of deleted files that the store still holds. Used, reserved and held bytes together never exceed the quota.
   */
  heldBytes: SizeBytes,
  /**
   * Bytes of permanently deleted files. They no longer count towards the quota, although the store keeps them for a
   * while.
   */
  purgedBytes: SizeBytes,
  /** An administrator put the space on hold: nothing in it is deleted permanently. */
  isOnHold: z.boolean(),
  /** For `If-Match`. */
  revision: z.number(),
  /**
   * Capped: 1,000 means at least 1,000. Present only in single-space responses, if not zero and the person may restore
   * one of the files.
   */
  damagedFiles: z.optional(Count),
});
export type Space = z.infer<typeof Space>;

/** A space as administrators see it. */
export const NamedSpace = z.object({
  kind: Space.shape.kind,
  /** The same for every personal space. Personal spaces are shown with their owner's name. */
  name: z.string(),
  ownerName: z.string(),
});
export type NamedSpace = z.infer<typeof NamedSpace>;

export const SpaceList = z.object({
  items: z.array(Space),
  /** Whether the operator's setting lets the person create spaces. */
  mayCreate: z.boolean(),
});
export type SpaceList = z.infer<typeof SpaceList>;

/** The root folder has the same name: 80 UTF-16 units are at most 240 bytes. */
const SpaceName = typedLine(1, LIMITS.spaceNameLengthMax).check(
  z.refine((name) => isVisible(name) && hiddenIn(name).length === 0),
);
const SpaceDescription = typedLine(0, LIMITS.spaceDescriptionLengthMax);

export const CreateSpaceRequest = z.strictObject({
  name: SpaceName,
  description: z._default(SpaceDescription, ''),
  color: SpaceColor,
});
export type CreateSpaceRequest = z.infer<typeof CreateSpaceRequest>;

/** Absent members stay as they are. */
export const ChangeSpaceRequest = z.strictObject({
  name: z.optional(SpaceName),
  description: z.optional(SpaceDescription),
  color: z.optional(SpaceColor),
});
export type ChangeSpaceRequest = z.infer<typeof ChangeSpaceRequest>;

export const ArchivedSpace = z.object({
  id: SpaceId,
  name: z.string(),
  color: SpaceColor,
  usedBytes: SizeBytes,
  archivedAt: Instant,
  /** The files are deleted permanently after this instant. Null while the space is on hold. */
  goesAt: z.nullable(Instant),
});
export type ArchivedSpace = z.infer<typeof ArchivedSpace>;

/** Only those that the person may restore, newest first. */
export const ArchivedSpaceList = z.object({ items: z.array(ArchivedSpace) });
export type ArchivedSpaceList = z.infer<typeof ArchivedSpaceList>;
