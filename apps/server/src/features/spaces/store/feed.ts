import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { EventVerb } from '../model.ts';
import type { NodeEventRow } from './node-events.ts';

export interface FeedRow<Verb extends EventVerb = EventVerb> extends NodeEventRow<Verb> {
  readonly id: string;
  readonly space_id: string;
  /** The number of events of the same action in the space. */
  readonly count: number;
}

interface Feed<Verb extends EventVerb> {
  readonly spaceIds: readonly string[];
  /** Spaces of which the feed has only the person's own events. */
  readonly onlyOwnIn: readonly string[];
  readonly personId: string;
  readonly verbs: readonly Verb[];
  /** Limits the feed to events older than this one. */
  readonly before: string | undefined;
  readonly limit: number;
}

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Lists the feed, newest first, with one event for each action. Reads one page from the index of each space. */
export async function listFeedEvents<Verb extends EventVerb>(
  db: Db,
  feed: Feed<Verb>,
): Promise<readonly FeedRow<Verb>[]> {
  const query = sql<FeedRow<Verb>>`
    select newest.*, newest.facts ? 'undoes' as is_undo, true as is_shown,
      case when newest.job_id is null then 1 else (
        select count(*) from event same
        where same.job_id = newest.job_id and same.space_id = newest.space_id and same.verb = newest.verb
          and (same.facts ? 'undoes') = (newest.facts ? 'undoes')
      ) end as count
    from (
      select event.id, event.space_id, event.sequence, event.actor_id, event.verb, event.node_id, event.facts, event.at,
        event.job_id
      from unnest(${feed.spaceIds}::uuid[]) as place (id)
      cross join lateral (
        select * from event
        where event.space_id = place.id and event.in_feed and event.id < ${feed.before ?? NEWEST}
          and event.verb = any(${feed.verbs}::text[])
          and (place.id <> all(${feed.onlyOwnIn}::uuid[]) or event.actor_id = ${feed.personId})
        order by event.id desc limit ${feed.limit}
      ) as event
      order by event.id desc limit ${feed.limit}
    ) as newest
    order by newest.id desc`;
  return (await query.execute(db)).rows;
}
