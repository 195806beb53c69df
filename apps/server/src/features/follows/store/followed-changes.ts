import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { PendingEvents } from '../../../platform/db/pending-events.ts';

export interface FollowedChange {
  readonly user_id: string;
  readonly followed_id: string;
  readonly added: number;
  readonly changed: number;
  readonly trashed: number;
  /** Null for changes by a guest, a job or several people. */
  readonly actor_id: string | null;
}

const ADDED = ['file_created', 'folder_created', 'node_copied', 'node_restored'];
const CHANGED = ['version_created', 'version_restored', 'node_renamed', 'node_moved'];
const TRASHED = ['node_trashed'];

/**
 * Sums up the events for each person and item that the person follows, without the person's own and those before. An item takes part in
 * the changes of all folders above the place where it is now.
 */
export async function listFollowedChanges(
  tx: Tx,
  { spaceId, first, last }: PendingEvents,
): Promise<readonly FollowedChange[]> {
  const query = sql<FollowedChange>`
    with recursive happened as (
      select event.node_id, event.verb, event.actor_id, event.at from event
      where event.space_id = ${spaceId} and event.sequence between ${first} and ${last}
        and event.verb = any(${[...ADDED, ...CHANGED, ...TRASHED]})
    ), above (node_id, ancestor_id) as (
      select distinct happened.node_id, happened.node_id from happened
      union
      select above.node_id, node.parent_id
      from above join node on node.space_id = ${spaceId} and node.id = above.ancestor_id
      where node.parent_id is not null
    )
    select follow.user_id, follow.node_id as followed_id,
      (count(distinct happened.node_id) filter (where happened.verb = any(${ADDED})))::int as added,
      (count(distinct happened.node_id) filter (where happened.verb = any(${CHANGED})))::int as changed,
      (count(distinct happened.node_id) filter (where happened.verb = any(${TRASHED})))::int as trashed,
      case when count(distinct coalesce(happened.actor_id::text, '')) = 1
        then (array_agg(happened.actor_id))[1] end as actor_id
    from happened
    join above on above.node_id = happened.node_id
    join follow on follow.space_id = ${spaceId} and follow.node_id = above.ancestor_id
      and follow.created_at <= happened.at
    join "user" on "user".id = follow.user_id and "user".status = 'active'
    where happened.actor_id is distinct from follow.user_id
    group by follow.user_id, follow.node_id
    order by follow.user_id, follow.node_id`;
  return (await query.execute(tx)).rows;
}
