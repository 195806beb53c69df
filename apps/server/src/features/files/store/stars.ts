import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export async function listStarredNodes(
  db: Db | Tx,
  page: {
    readonly userId: string;
    readonly after: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  const { after } = page;
  return await db
    .selectFrom('star')
    .select(['node_id as id', 'created_at as at'])
    .where('user_id', '=', page.userId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, node_id) < (${after?.at.toISOString()}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('node_id', 'desc')
    .limit(page.limit)
    .execute();
}

/**
 * Counts the person's stars on other nodes. Locks the person's row, so that two concurrent calls cannot exceed the
 * limit.
 */
export async function countOtherStars(
  tx: Tx,
  { userId, nodeId }: { readonly userId: string; readonly nodeId: string },
): Promise<number> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('star')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('node_id', '<>', nodeId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertStar(
  tx: Tx,
  star: { readonly userId: string; readonly spaceId: string; readonly nodeId: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('star')
    .values({ user_id: star.userId, space_id: star.spaceId, node_id: star.nodeId, created_at: star.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteStar(
  db: Db | Tx,
  star: { readonly userId: string; readonly nodeId: string },
): Promise<void> {
  await db.deleteFrom('star').where('user_id', '=', star.userId).where('node_id', '=', star.nodeId).execute();
}
