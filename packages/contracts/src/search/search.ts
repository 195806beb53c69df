import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, NodeId, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { LocatedNode } from './located-node.ts';
import { SEARCH_KINDS } from './search-kinds.ts';
import { typedLine } from '../text.ts';

/** A size in a query string: `1500000`. */
const Bytes = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.pipe(z.transform(Number), z.number().check(z.int(), z.minimum(0))),
);

/** Filters combine with `and`. Ranges include both ends; folders have no size. */
export const SearchQuery = z.strictObject({
  /**
   * Words in any order, without case, accents and punctuation. A content search also accepts "exact phrases" and
   * -excluded words; its last word may be incomplete.
   */
  q: typedLine(1, LIMITS.searchLengthMax),
  in: z._default(z.enum(['name', 'content']), 'name'),
  space: z.optional(SpaceId),
  /** Only what lies in this folder, at any depth. */
  folder: z.optional(NodeId),
  kind: z.optional(z.enum(SEARCH_KINDS)),
  sizeFrom: z.optional(Bytes),
  sizeTo: z.optional(Bytes),
  modifiedFrom: z.optional(Instant),
  modifiedTo: z.optional(Instant),
  /** Who created the item, or the file's current version. */
  by: z.optional(UserId),
  /** Items with a tag of this name, of their space or the person's own. */
  tag: z.optional(typedLine(1, LIMITS.tagNameLengthMax)),
  /** What is in the trash itself or in a trashed folder. */
  trash: z._default(z.enum(['exclude', 'include', 'only']), 'exclude'),
  /** Cursor of the previous page. */
  after: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** In UTF-16 units; `end` is exclusive. They neither overlap nor touch. */
const Ranges = z.array(z.object({ start: Count, end: Count }));

export const SearchHit = z.extend(LocatedNode, {
  /** Parts of the name that match. */
  ranges: Ranges,
  /** The name does not contain the search text, but something similar. */
  isSimilar: z.boolean(),
  /** Plain text around the first match in the content. Null for a search by name. */
  snippet: z.nullable(z.object({ text: z.string(), ranges: Ranges })),
});
export type SearchHit = z.infer<typeof SearchHit>;

/**
 * Best matches first, then the newest. By name: whole name, beginning of the name, beginning of a word, within a word,
 * similar. By content: exact words first, then by frequency.
 */
export const SearchPage = z.object({
  items: z.array(SearchHit),
  total: Count,
  /** There are more matches than could be ranked, so `total` is too small. */
  isPartial: z.boolean(),
  /**
   * Files in the person's spaces whose content is not indexed yet; 0 for a search by name. Null if content search is
   * off.
   */
  unread: z.nullable(Count),
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type SearchPage = z.infer<typeof SearchPage>;
