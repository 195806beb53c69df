import * as z from 'zod/mini';
import {
  Comment,
  CommentChange,
  CommentId,
  CommentPage,
  CommentRequest,
  CommentsQuery,
} from '../comments/comments.ts';
import { NodeId } from '../ids.ts';
import { COMMENT_ROUTES } from '../routes/comment-routes.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
const CommentParams = z.strictObject({ nodeId: NodeId, commentId: CommentId });

export const commentOperations = {
  listComments: {
    ...COMMENT_ROUTES.listComments,
    summary: 'What people wrote about a file or folder, newest first',
    params: NodeParams,
    query: CommentsQuery,
    response: CommentPage,
  },
  createComment: {
    ...COMMENT_ROUTES.createComment,
    summary: 'Comment on a file or folder',
    params: NodeParams,
    body: CommentRequest,
    response: Comment,
  },
  changeComment: {
    ...COMMENT_ROUTES.changeComment,
    summary: 'Change an own comment',
    params: CommentParams,
    body: CommentChange,
    response: Comment,
  },
  deleteComment: {
    ...COMMENT_ROUTES.deleteComment,
    summary: 'Delete an own comment, or as a manager that of somebody else',
    params: CommentParams,
  },
} as const;
