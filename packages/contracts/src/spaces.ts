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
  reservedBytes: SizeBytes,
});
export type Space = z.infer<typeof Space>;

export const SpaceList = z.object({ items: z.array(Space) });
export type SpaceList = z.infer<typeof SpaceList>;
