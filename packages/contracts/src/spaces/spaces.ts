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
   * No longer part of a file, but not yet deleted from the store. Used, reserved and held never exceed the quota
   * together.
   */
  heldBytes: SizeBytes,
  /** Deleted permanently. Free again, although the store still keeps them for a while. */
  purgedBytes: SizeBytes,
  /** By an administrator: nothing in it is deleted for good. */
  isOnHold: z.boolean(),
  /** For `If-Match`. */
  revision: z.number(),
  /**
   * 1,000 means at least 1,000. Present only in single-space responses, if not zero and if the person may restore one of
   * them.
   */
  damagedFiles: z.optional(Count),
});
export type Space = z.infer<typeof Space>;

/** As administrators read of it. */
export const NamedSpace = z.object({
  kind: Space.shape.kind,
  /** The same for every personal space: those are called after their owner. */
  name: z.string(),
  ownerName: z.string(),
});
export type NamedSpace = z.infer<typeof NamedSpace>;

export const SpaceList = z.object({
  items: z.array(Space),
  /** By the setting of the operator. */
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
  /** The files are deleted for good after this instant. Null while the space is on hold. */
  goesAt: z.nullable(Instant),
});
export type ArchivedSpace = z.infer<typeof ArchivedSpace>;

/** Only those that the person may restore, newest first. */
export const ArchivedSpaceList = z.object({ items: z.array(ArchivedSpace) });
export type ArchivedSpaceList = z.infer<typeof ArchivedSpaceList>;
