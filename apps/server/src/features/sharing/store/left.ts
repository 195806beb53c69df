import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

interface GrantEvent {
  readonly verb: string;
  readonly space_id: string;
  readonly facts: unknown;
  readonly at: Date;
  readonly sequence: number;
}

/** The last event about a person's grant on a node, in the space where the node is now. */
export async function findLastGrantEvent(
  db: Db | Tx,
  { nodeId, personId }: { readonly nodeId: string; readonly personId: string },
): Promise<GrantEvent | undefined> {
  const query = sql<GrantEvent>`
    select event.verb, event.space_id, event.facts, event.at, event.sequence
    from event join node on node.space_id = event.space_id and node.id = event.node_id
    where event.node_id = ${nodeId} and (event.verb like 'grant\\_%' or event.verb = 'address_joined')
      and event.facts ->> 'person' = ${personId}
    order by event.sequence desc limit 1`;
  return (await query.execute(db)).rows[0];
}

/** Whether the giver ended any sharing of the node after this event, as when they stop sharing it with everyone. */
export async function endedSharingAfter(
  db: Db | Tx,
  {
    nodeId,
    giverId,
    sequence,
  }: { readonly nodeId: string; readonly giverId: string; readonly sequence: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('node_id', '=', nodeId)
    .where('sequence', '>', sequence)
    .where('actor_id', '=', giverId)
    .where('verb', 'in', ['grant_removed', 'address_withdrawn'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
