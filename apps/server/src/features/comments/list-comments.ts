import type { CommentPage, CommentsQuery, NodeId, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findAuthors, findNode } from '../files/index.ts';
import { presentComment } from './present.ts';
import { countComments, listCommentRows } from './store/comments.ts';

/** Lists comments for everyone who sees the item. */
export async function listComments(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { nodeId, query }: { readonly nodeId: NodeId; readonly query: CommentsQuery },
): Outcome<CommentPage, Failure> {
  const now = clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const node = { spaceId: access.node.space_id, nodeId };
  const { after, limit } = query;
  const rows = await listCommentRows(db, { ...node, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const authors = await findAuthors(
    db,
    shown.flatMap((row) => [row.author_id, ...row.mentions]),
  );
  return ok({
    items: shown.map((row) => presentComment({ actor, now, access }, row, authors)),
    total: await countComments(db, node),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  });
}
