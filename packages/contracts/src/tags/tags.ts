import * as z from 'zod/mini';
import { Count, digitsUpTo, NodeId, SpaceId, TagId } from '../ids.ts';
import { ListSelection } from '../jobs/bulk.ts';
import { LIMITS } from '../limits.ts';
import { SpaceColor } from '../spaces/color-schema.ts';
import { typedLine } from '../text.ts';

/** Two names that differ only in case are the same. */
const TagName = typedLine(1, LIMITS.tagNameLengthMax);

export const Tag = z.object({
  id: TagId,
  /** Null for a tag that only its owner sees. */
  spaceId: z.nullable(SpaceId),
  name: z.string(),
  color: SpaceColor,
  /** Whether the person may put it on items, and rename and delete it. */
  mayChange: z.boolean(),
  /** Items with the tag, up to `LIMITS.tagCountedMax`. Null unless `space` was asked for. */
  items: z.nullable(Count),
  revision: Count,
});
export type Tag = z.infer<typeof Tag>;

export const TagsQuery = z.strictObject({
  /** Only tags of this space, and the person's own. */
  space: z.optional(SpaceId),
});
export type TagsQuery = z.infer<typeof TagsQuery>;

/** By name. */
export const TagList = z.object({
  items: z.array(Tag),
  /** Whether the person may make tags of `space`. */
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
  /** Another tag of the same space or person: it gets the items of this one, which is deleted. */
  mergeInto: z.optional(TagId),
});
export type ChangeTagRequest = z.infer<typeof ChangeTagRequest>;

export const TagItemsRequest = z.strictObject({
  selection: ListSelection,
  /** False takes the tag off. */
  isOn: z.boolean(),
});
export type TagItemsRequest = z.infer<typeof TagItemsRequest>;

/** What is in neither list was so before. */
export const TagItemsResult = z.object({
  changed: z.array(NodeId),
  refused: z.array(z.object({ id: NodeId, code: z.string() })),
});
export type TagItemsResult = z.infer<typeof TagItemsResult>;

export const TaggedQuery = z.strictObject({
  /** Of every space of the person. */
  name: TagName,
  /** Cursor of the previous page. */
  after: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type TaggedQuery = z.infer<typeof TaggedQuery>;
