import * as z from 'zod/mini';
import { NodeId, SizeBytes, SpaceId } from './ids.ts';
import { SpaceRole } from './roles.ts';

export const Space = z.object({
  id: SpaceId,
  name: z.string(),
  kind: z.enum(['personal', 'team', 'linked']),
  rootId: NodeId,
  role: SpaceRole,
  quotaBytes: SizeBytes,
  usedBytes: SizeBytes,
  /** Of uploads under way. */
  reservedBytes: SizeBytes,
  /** Of what is part of no file any more, until the store has deleted it. Used, reserved and held together never pass the quota. */
  heldBytes: SizeBytes,
  /**
   * How many of its files stand on bytes that are known to be wrong; 1,000 stand for more. Only where one space is asked for, where there are
   * some, and for those who may restore any of them.
   */
  damagedFiles: z.optional(z.number()),
});
export type Space = z.infer<typeof Space>;

export const SpaceList = z.object({ items: z.array(Space) });
export type SpaceList = z.infer<typeof SpaceList>;
