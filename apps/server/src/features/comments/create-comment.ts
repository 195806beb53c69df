import {
  type Comment,
  type CommentRequest,
  type NodeId,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { findAuthors } from '../files/index.ts';
import { type CommentNeeds, inCommentedNode } from './in-commented-node.ts';
import { keepMentionable } from './mentions.ts';
import { notifyOfComment } from './notify-of-comment.ts';
import { presentComment } from './present.ts';
import { countComments, findComment, insertComment } from './store/comments.ts';

export async function createComment(
  services: CommentNeeds,
  actor: Person,
  { nodeId, text, mentions: asked }: CommentRequest & { readonly nodeId: NodeId },
): Outcome<Comment, Failure> {
  return await inCommentedNode(services, { actor, nodeId }, async (tx, commenting) => {
    const { at, now } = commenting;
    if ((await countComments(tx, at)) >= SERVER_LIMITS.commentsPerNodeMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.commentsPerNodeMax } });
    }
    const id = services.newId();
    const mentions = await keepMentionable(tx, commenting, asked);
    await insertComment(tx, { ...at, id, authorId: actor.id, text, mentions, now });
    await notifyOfComment(tx, { ...commenting, id, text, newId: services.newId }, mentions);
    const row = defined(await findComment(tx, { ...at, id }), 'the inserted comment was not found');
    return ok(presentComment(commenting, row, await findAuthors(tx, [actor.id, ...mentions])));
  });
}
