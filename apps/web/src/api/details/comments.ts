import type { Comment, CommentPage, NodeId, UserId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

/** Change events name no commented item, so all visible comments are refetched. */
const COMMENTS = ['comments'];

/** The comments of an item, newest first. */
export function commentsQuery(nodeId: NodeId, limit: number) {
  return queryOptions({
    queryKey: [...COMMENTS, nodeId, limit] as const,
    queryFn: ({ signal }): Promise<CommentPage> =>
      callOrThrow('listComments', { params: { nodeId }, query: { limit: String(limit) }, signal }),
  });
}

async function afterwards<T>(cache: QueryCache, nodeId: NodeId, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    await invalidate(cache, [...COMMENTS, nodeId]);
  }
}

export async function addComment(
  cache: QueryCache,
  comment: {
    readonly nodeId: NodeId;
    readonly text: string;
    readonly mentions: readonly UserId[];
    readonly idempotencyKey: string;
  },
): Promise<Comment> {
  const { nodeId, text, mentions, idempotencyKey } = comment;
  const body = { text, mentions: [...mentions] };
  const call = callOrThrow('createComment', { params: { nodeId }, body, idempotencyKey });
  return await afterwards(cache, nodeId, call);
}

export async function changeComment(
  cache: QueryCache,
  nodeId: NodeId,
  comment: Pick<Comment, 'id' | 'revision' | 'text'> & {
    readonly mentions: readonly { readonly id: UserId }[];
  },
): Promise<Comment> {
  const { id: commentId, revision, text } = comment;
  const body = { text, mentions: comment.mentions.map(({ id }) => id) };
  const call = callOrThrow('changeComment', { params: { nodeId, commentId }, body, revision });
  return await afterwards(cache, nodeId, call);
}

export async function deleteComment(cache: QueryCache, nodeId: NodeId, commentId: string): Promise<void> {
  await afterwards(cache, nodeId, callOrThrow('deleteComment', { params: { nodeId, commentId } }));
}
