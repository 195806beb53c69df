import { type Kysely, sql } from 'kysely';

/**
 * How many levels of folders lie below a folder, at most, so that a move need not walk them. Adding the column rewrites nothing;
 * the update writes only folders that hold folders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node add column levels_below smallint not null default 0`.execute(db);
  await sql`
    with recursive above (space_id, id, levels) as (
      select space_id, parent_id, 1 from node where kind = 'folder' and parent_id is not null
      union
      select node.space_id, node.parent_id, above.levels + 1
      from above join node on node.space_id = above.space_id and node.id = above.id
      where node.parent_id is not null
    )
    update node set levels_below = most.levels
    from (select space_id, id, max(levels) as levels from above group by space_id, id) as most
    where node.space_id = most.space_id and node.id = most.id`.execute(db);
}
