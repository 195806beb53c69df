import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

interface Page {
  readonly userId: string;
  readonly after: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

/**
 * Lists recently changed files, including those below trashed folders. A lateral query reads at most a page per space
 * from its index.
 */
export async function listRecentFiles(
  db: Db,
  { userId, after, limit }: Page,
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  const older =
    after === undefined
      ? sql`true`
      : sql`(node.updated_at, node.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const query = sql<{ readonly id: string; readonly at: Date }>`
    select found.id, found.updated_at as at
    from (
      select space_id, bool_or(role <> 'contributor') as sees_all
      from space_role where user_id = ${userId} group by space_id
    ) as place cross join lateral (
      select node.id, node.updated_at from node
      where node.space_id = place.space_id and node.kind = 'file' and node.trashed_at is null
        and node.purge_began_at is null and ${older}
        and (place.sees_all or node.created_by = ${userId})
      order by node.updated_at desc, node.id desc limit ${limit}
    ) as found
    order by found.updated_at desc, found.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}
