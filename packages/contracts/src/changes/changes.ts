import * as z from 'zod/mini';
import { Count, NodeId, SpaceId } from '../ids.ts';

/** Says only that something changed: ids and kinds, no names and no content. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    spaceId: SpaceId,
    /** Null for a contributor, who must not learn the folder. */
    folderId: z.nullable(NodeId),
    /** The first `folderRevision` that includes the change. */
    revision: z.nullable(Count),
  }),
  z.object({ kind: z.literal('trash'), spaceId: SpaceId }),
  /** Name, description, color or storage usage of the space. */
  z.object({ kind: z.literal('space'), spaceId: SpaceId }),
  z.object({ kind: z.literal('members'), spaceId: SpaceId }),
  /** The list of the person's spaces, or their role in one of them. */
  z.object({ kind: z.literal('spaces') }),
  /** What the person may see through a group or a grant. */
  z.object({ kind: z.literal('access') }),
  z.object({ kind: z.literal('notifications') }),
  z.object({ kind: z.literal('comments'), spaceId: SpaceId }),
  /** Tags of the space or of items in it. Null for changes that only this person sees. */
  z.object({ kind: z.literal('tags'), spaceId: z.nullable(SpaceId) }),
  /** The person's jobs. */
  z.object({ kind: z.literal('jobs') }),
]);
export type Change = z.infer<typeof Change>;

/** The data of one event of the stream. */
export const ChangeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), changes: z.array(Change) }),
  /** All events since `Last-Event-ID` have been sent. */
  z.object({ type: z.literal('ready') }),
  /** The missed changes are no longer known: fetch everything again. */
  z.object({ type: z.literal('reset') }),
  /** The session is over. */
  z.object({ type: z.literal('ended') }),
]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;
