import * as z from 'zod/mini';
import { Count, NodeId, SpaceId } from '../ids.ts';

/** Says what changed, never how: ids and kinds, no names. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    spaceId: SpaceId,
    /** Null for a contributor, who may not know the folder. */
    folderId: z.nullable(NodeId),
    /** The `folderRevision` of a list that shows the change. */
    revision: z.nullable(Count),
  }),
  z.object({ kind: z.literal('trash'), spaceId: SpaceId }),
  /** Name, description, color or use. */
  z.object({ kind: z.literal('space'), spaceId: SpaceId }),
  z.object({ kind: z.literal('members'), spaceId: SpaceId }),
  /** The spaces of the person, or the role in one. */
  z.object({ kind: z.literal('spaces') }),
  /** What the person may see, by a group or a grant. */
  z.object({ kind: z.literal('access') }),
  z.object({ kind: z.literal('notifications') }),
  z.object({ kind: z.literal('comments'), spaceId: SpaceId }),
  /** Tags of the space or of items in it; null for what only the person sees. */
  z.object({ kind: z.literal('tags'), spaceId: z.nullable(SpaceId) }),
  /** What the person does with many items. */
  z.object({ kind: z.literal('jobs') }),
]);
export type Change = z.infer<typeof Change>;

/** The data of one event of the stream. */
export const ChangeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), changes: z.array(Change) }),
  /** Everything since `Last-Event-ID` was sent. */
  z.object({ type: z.literal('ready') }),
  /** What changed is not known any more: fetch everything again. */
  z.object({ type: z.literal('reset') }),
  /** The session is over. */
  z.object({ type: z.literal('ended') }),
]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;
