import type { Comment, CommentRequest, NodeId, Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { findAuthors, NEEDED_ROLE } from '../files/index.ts';
import { withdrawNotifications } from '../notifications/index.ts';
import { type CommentNeeds, inCommentedNode } from './in-commented-node.ts';
import { mayDelete, presentComment } from './present.ts';
import { deleteCommentRow, findComment, updateComment } from './store/comments.ts';
import { topicOf } from './notify-of-comment.ts';

interface Named {
  readonly nodeId: NodeId;
  readonly commentId: string;
}

/** Only its author may. */
export async function changeComment(
  services: CommentNeeds,
  actor: Person,
  { nodeId, commentId, text, revision }: Named & CommentRequest & { readonly revision: number | undefined },
): Outcome<Comment, Failure> {
  return await inCommentedNode(services, { actor, nodeId }, async (tx, commenting) => {
    const key = { ...commenting.at, id: commentId };
    const row = await findComment(tx, key);
    if (row === undefined) return err({ code: 'changed_since' });
    if (row.author_id !== actor.id) return err({ code: 'not_allowed' });
    if (revision === undefined) return err({ code: 'revision_required' });
    if (row.revision !== revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: row.revision } });
    }
    await updateComment(tx, { id: row.id, text, now: commenting.now });
    const changed = defined(await findComment(tx, key), 'the locked space keeps the comment');
    return ok(presentComment(commenting, changed, await findAuthors(tx, [actor.id])));
  });
}

/** What told others of it goes too. A comment that is already gone counts as deleted. */
export async function deleteComment(
  services: CommentNeeds,
  actor: Person,
  { nodeId, commentId }: Named,
): Outcome<undefined, Failure> {
  return await inCommentedNode(services, { actor, nodeId }, async (tx, commenting) => {
    const row = await findComment(tx, { ...commenting.at, id: commentId });
    if (row === undefined) return ok(undefined);
    if (!mayDelete(commenting, row)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.purge } });
    }
    await deleteCommentRow(tx, row.id);
    await withdrawNotifications(tx, topicOf(row.id));
    return ok(undefined);
  });
}
