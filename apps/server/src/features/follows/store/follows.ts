import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** Locks the person's row, so that concurrent calls follow each other. */
export async function lockFollowsOf(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Newest first. */
export async function listFollowedNodes(
  db: Db | Tx,
  page: {
    readonly userId: string;
    readonly after: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  const { after } = page;
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(created_at, node_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const query = sql<{ readonly id: string; readonly at: Date }>`
    select node_id as id, created_at as at from follow
    where user_id = ${page.userId} and ${isAfter}
    order by created_at desc, node_id desc limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

export async function insertFollow(
  tx: Tx,
  mark: { readonly userId: string; readonly spaceId: string; readonly nodeId: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('follow')
    .values({ user_id: mark.userId, space_id: mark.spaceId, node_id: mark.nodeId, created_at: mark.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFollows(
  db: Db | Tx,
  { userId, nodeIds }: { readonly userId: string; readonly nodeIds: readonly string[] },
): Promise<void> {
  await sql`delete from follow where user_id = ${userId} and node_id = any(${nodeIds}::uuid[])`.execute(db);
}
