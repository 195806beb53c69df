import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

interface GrantEvent {
  readonly verb: string;
  readonly space_id: string;
  readonly facts: unknown;
  readonly at: Date;
}

/** What was last decided about one person's grant on a node, where the node is now. */
export async function findLastGrantEvent(
  db: Db | Tx,
  { nodeId, personId }: { readonly nodeId: string; readonly personId: string },
): Promise<GrantEvent | undefined> {
  const query = sql<GrantEvent>`
    select event.verb, event.space_id, event.facts, event.at
    from event join node on node.space_id = event.space_id and node.id = event.node_id
    where event.node_id = ${nodeId} and event.verb like 'grant\\_%' and event.facts ->> 'person' = ${personId}
    order by event.sequence desc limit 1`;
  return (await query.execute(db)).rows[0];
}
