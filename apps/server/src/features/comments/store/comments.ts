import { SERVER_LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface CommentRow {
  readonly id: string;
  readonly author_id: string;
  readonly text: string;
  readonly mentions: readonly string[];
  readonly edited_at: Date | null;
  readonly created_at: Date;
  readonly revision: number;
}

export interface OfNode {
  readonly spaceId: string;
  readonly nodeId: string;
}

const COLUMNS = ['id', 'author_id', 'text', 'mentions', 'edited_at', 'created_at', 'revision'] as const;

const ofNode = (db: Db | Tx, { spaceId, nodeId }: OfNode) =>
  db.selectFrom('comment').where('space_id', '=', spaceId).where('node_id', '=', nodeId);

/** Lists comments, newest first. */
export async function listCommentRows(
  db: Db | Tx,
  page: OfNode & { readonly after: string | undefined; readonly limit: number },
): Promise<readonly CommentRow[]> {
  const { after, limit } = page;
  return await ofNode(db, page)
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countComments(db: Db | Tx, node: OfNode): Promise<number> {
  const row = await ofNode(db, node).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return row.total;
}

/** Lists the people who commented, each once, the most recent first. */
export async function listCommenters(
  tx: Tx,
  { limit, ...node }: OfNode & { readonly limit?: number },
): Promise<readonly string[]> {
  const rows = await ofNode(tx, node)
    .select('author_id')
    .groupBy('author_id')
    .orderBy(sql`max(id::text)`, 'desc')
    .limit(limit ?? SERVER_LIMITS.commentsPerNodeMax)
    .execute();
  return rows.map((row) => row.author_id);
}

export async function findComment(
  db: Db | Tx,
  comment: OfNode & { readonly id: string },
): Promise<CommentRow | undefined> {
  return await ofNode(db, comment).select(COLUMNS).where('id', '=', comment.id).executeTakeFirst();
}

export async function insertComment(
  tx: Tx,
  comment: OfNode & {
    readonly id: string;
    readonly authorId: string;
    readonly text: string;
    readonly mentions: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  const { id, spaceId, nodeId, authorId, text, mentions, now } = comment;
  await tx
    .insertInto('comment')
    .values({
      id,
      space_id: spaceId,
      node_id: nodeId,
      author_id: authorId,
      text,
      mentions: [...mentions],
      created_at: now,
    })
    .execute();
}

export async function updateComment(
  tx: Tx,
  {
    id,
    text,
    mentions,
    now,
  }: {
    readonly id: string;
    readonly text: string;
    readonly mentions: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ text, mentions: [...mentions], edited_at: now, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteCommentRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('comment').where('id', '=', id).execute();
}
