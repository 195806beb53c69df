import * as z from 'zod/mini';
import { Count, digitsUpTo, NodeId, SpaceId, TagId } from '../ids.ts';
import { ListSelection } from '../jobs/bulk.ts';
import { LIMITS } from '../limits.ts';
import { SpaceColor } from '../spaces/color-schema.ts';
import { typedLine } from '../text.ts';

/** Tag names are compared without case. */
const TagName = typedLine(1, LIMITS.tagNameLengthMax);

export const Tag = z.object({
  id: TagId,
  /** Null for a tag that only its owner sees. */
  spaceId: z.nullable(SpaceId),
  name: z.string(),
  color: SpaceColor,
  /** Whether the person may assign, rename and delete the tag. */
  mayChange: z.boolean(),
  /** Items with the tag, up to `LIMITS.tagCountedMax`. Null unless `space` was asked for. */
  items: z.nullable(Count),
  revision: Count,
});
export type Tag = z.infer<typeof Tag>;

export const TagsQuery = z.strictObject({
  /** Returns only tags of this space and the person's own tags. */
  space: z.optional(SpaceId),
});
export type TagsQuery = z.infer<typeof TagsQuery>;

/** Sorted by name. */
export const TagList = z.object({
  items: z.array(Tag),
  /** Whether the person may create tags in `space`. */
  mayMake: z.boolean(),
});
export type TagList = z.infer<typeof TagList>;

export const CreateTagRequest = z.strictObject({
  /** Null for a tag that only its owner sees. */
  spaceId: z.nullable(SpaceId),
  name: TagName,
  color: SpaceColor,
});
export type CreateTagRequest = z.infer<typeof CreateTagRequest>;

export const ChangeTagRequest = z.strictObject({
  name: z.optional(TagName),
  color: z.optional(SpaceColor),
  /** Another tag of the same space or person. It gets all items of this tag, which is then deleted. */
  mergeInto: z.optional(TagId),
});
export type ChangeTagRequest = z.infer<typeof ChangeTagRequest>;

export const TagItemsRequest = z.strictObject({
  selection: ListSelection,
  /** False removes the tag from the items. */
  isOn: z.boolean(),
});
export type TagItemsRequest = z.infer<typeof TagItemsRequest>;

/** Items in neither list already were as requested. */
export const TagItemsResult = z.object({
  changed: z.array(NodeId),
  refused: z.array(z.object({ id: NodeId, code: z.string() })),
});
export type TagItemsResult = z.infer<typeof TagItemsResult>;

export const TaggedQuery = z.strictObject({
  /** Name of the tag, in all spaces of the person. */
  name: TagName,
  /** Cursor of the previous page. */
  after: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type TaggedQuery = z.infer<typeof TaggedQuery>;
