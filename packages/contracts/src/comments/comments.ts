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

/** Shown as plain text; only links become clickable. */
const Text = typedText(LIMITS.commentLengthMax).check(z.minLength(1));

/** People whom the text mentions as `@name`. They are notified, unless they cannot see the item. */
const Mentions = z.array(UserId).check(z.maxLength(LIMITS.commentMentionsMax));

export const CommentRequest = z.strictObject({ text: Text, mentions: z._default(Mentions, []) });
export type CommentRequest = z.infer<typeof CommentRequest>;

/** Without `mentions`, the mentioned people stay the same. */
export const CommentChange = z.strictObject({ text: Text, mentions: z.optional(Mentions) });
export type CommentChange = z.infer<typeof CommentChange>;

export const Comment = z.object({
  id: CommentId,
  author: Author,
  /** Null if the reader may not know the author, or the author's account was deleted. */
  authorId: z.nullable(UserId),
  text: z.string(),
  /** With current names. Empty for readers who may not know of other people. */
  mentions: z.array(z.object({ id: UserId, name: z.string() })),
  createdAt: Instant,
  /** Null if the comment was never edited. */
  editedAt: z.nullable(Instant),
  /** True for its author and for managers. */
  mayDelete: z.boolean(),
  revision: Count,
});
export type Comment = z.infer<typeof Comment>;

/** Newest first. */
export const CommentPage = z.object({
  items: z.array(Comment),
  /** Number of comments on all pages. */
  total: Count,
  /** For `after`. Null at the end. */
  next: z.nullable(CommentId),
});
export type CommentPage = z.infer<typeof CommentPage>;
