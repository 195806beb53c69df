import type { Comment, CommentChange, NodeId, Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { findAuthors, NEEDED_ROLE } from '../files/index.ts';
import { changeNotifications, listNotified, withdrawNotifications } from '../notifications/index.ts';
import { type CommentNeeds, inCommentedNode } from './in-commented-node.ts';
import { keepMentionable } from './mentions.ts';
import { listWithoutSight, notifyMentioned, toldText, topicOf } from './notify-of-comment.ts';
import { mayDelete, presentComment } from './present.ts';
import { deleteCommentRow, findComment, updateComment } from './store/comments.ts';

interface Named {
  readonly nodeId: NodeId;
  readonly commentId: string;
}

/** Changes a comment, which only its author may. People who are mentioned for the first time are notified. */
export async function changeComment(
  services: CommentNeeds,
  actor: Person,
  {
    nodeId,
    commentId,
    text,
    mentions: asked,
    revision,
  }: Named & CommentChange & { readonly revision: number | undefined },
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
    const mentions = asked === undefined ? row.mentions : await keepMentionable(tx, commenting, asked);
    await updateComment(tx, { id: row.id, text, mentions, now: commenting.now });
    const topic = topicOf(row.id);
    await changeNotifications(tx, {
      topic,
      facts: { text: toldText(text) },
      isOver: false,
      exceptIds: await listWithoutSight(tx, commenting, topic),
      at: commenting.now,
    });
    const told = new Set([...row.mentions, ...(await listNotified(tx, topic, 'mentioned'))]);
    const added = mentions.filter((id) => !told.has(id));
    await notifyMentioned(tx, { ...commenting, id: row.id, text, newId: services.newId }, added);
    const changed = defined(await findComment(tx, key), 'the changed comment was not found');
    return ok(presentComment(commenting, changed, await findAuthors(tx, [actor.id, ...mentions])));
  });
}

/** Deletes a comment and the notifications about it. A comment that no longer exists counts as deleted. */
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
