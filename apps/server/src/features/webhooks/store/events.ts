import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { PendingEvents } from '../../../platform/db/pending-events.ts';
import type { EventRow } from '../model.ts';

/** Reads events in order, with the current names. */
export async function listEvents(
  tx: Tx,
  { spaceId, first, last }: PendingEvents,
): Promise<readonly EventRow[]> {
  const { rows } = await sql<EventRow>`
    select event.id, event.space_id, space.name as space_name, space.kind as space_kind, event.verb, event.node_id,
      node.kind as node_kind, node.name as node_name, event.node_id = space.root_id as is_root, event.actor_id,
      coalesce(nullif(actor.name, ''), actor.username) as actor_name, event.facts, event.at
    from event
    join space on space.id = event.space_id
    left join node on node.id = event.node_id and node.space_id = event.space_id
    left join "user" actor on actor.id = event.actor_id and actor.status <> 'removed'
    where event.space_id = ${spaceId} and event.sequence between ${first} and ${last}
    order by event.sequence`.execute(tx);
  return rows;
}
