import * as z from 'zod/mini';
import { Author } from '../details/node-details.ts';
import { Count, digitsUpTo, Instant, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { typedText } from '../text.ts';
import { isUuid } from '../uuid.ts';

export const CommentId = z.custom<string>(isUuid);

export const CommentsQuery = z.strictObject({
  /** Id of the last item of the previous page. */
  after: z.optional(CommentId),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.commentsPageSize),
});
export type CommentsQuery = z.infer<typeof CommentsQuery>;

/** Shown as text with links, and nothing else. */
const Text = typedText(LIMITS.commentLengthMax).check(z.minLength(1));

/** Who is named in the text as `@name`, and told of it. People who don't see the item are left out. */
const Mentions = z.array(UserId).check(z.maxLength(LIMITS.commentMentionsMax));

export const CommentRequest = z.strictObject({ text: Text, mentions: z._default(Mentions, []) });
export type CommentRequest = z.infer<typeof CommentRequest>;

/** Without `mentions` they stay as they are. */
export const CommentChange = z.strictObject({ text: Text, mentions: z.optional(Mentions) });
export type CommentChange = z.infer<typeof CommentChange>;

export const Comment = z.object({
  id: CommentId,
  author: Author,
  /** Null if the reader does not learn who it is, or the account was deleted. */
  authorId: z.nullable(UserId),
  text: z.string(),
  /** By the names of today. Empty for readers who don't learn who else is there. */
  mentions: z.array(z.object({ id: UserId, name: z.string() })),
  createdAt: Instant,
  /** Null if it is as it was written. */
  editedAt: z.nullable(Instant),
  /** By its author, and by managers. */
  mayDelete: z.boolean(),
  revision: Count,
});
export type Comment = z.infer<typeof Comment>;

/** Newest first. */
export const CommentPage = z.object({
  items: z.array(Comment),
  /** Of all pages. */
  total: Count,
  /** For `after`. Null at the end. */
  next: z.nullable(CommentId),
});
export type CommentPage = z.infer<typeof CommentPage>;
