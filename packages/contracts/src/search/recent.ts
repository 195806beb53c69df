import * as z from 'zod/mini';
import { digitsUpTo, Instant, NodeId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { LocatedNode } from './located-node.ts';

export const MomentsQuery = z.strictObject({
  /** Cursor of the previous page. */
  after: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type MomentsQuery = z.infer<typeof MomentsQuery>;

export const MomentsPage = z.object({
  /** Newest first. `at`: when the file changed, or when the person starred or followed it. */
  items: z.array(z.extend(LocatedNode, { at: Instant })),
  /** Cursor for `after`. Null at the end. A page may be shorter than its limit. */
  next: z.nullable(z.string()),
});
export type MomentsPage = z.infer<typeof MomentsPage>;

/** At most `LIMITS.starsMax`, the newest first. */
export const Stars = z.object({ ids: z.array(NodeId) });
export type Stars = z.infer<typeof Stars>;
