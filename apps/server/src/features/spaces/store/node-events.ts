import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { EventVerb } from '../model.ts';

export interface NodeEventRow<Verb extends EventVerb = EventVerb> {
  readonly sequence: number;
  readonly actor_id: string | null;
  readonly verb: Verb;
  readonly node_id: string;
  readonly facts: unknown;
  readonly at: Date;
  readonly job_id: string | null;
  /** Whether the event belongs to the undo of the job. */
  readonly is_undo: boolean;
  /** Represents its job in the activity, whatever the verb. */
  readonly is_shown: boolean;
}

interface NodeEvents<Verb extends EventVerb> {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly verbs: readonly Verb[];
  /** Limits the list to events older than this sequence. */
  readonly before: number | undefined;
  readonly limit: number;
}

/**
 * Lists events of the node, which may have come from another space, and of its direct children at the time, newest
 * first. Reads one page from each index: with the space in the conditions, PostgreSQL might scan all its events.
 */
export async function listNodeEvents<Verb extends EventVerb>(
  db: Db,
  events: NodeEvents<Verb>,
): Promise<readonly NodeEventRow<Verb>[]> {
  const page = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select sequence from event where ${condition} and space_id::text = ${events.spaceId}
      and verb = any(${events.verbs}::text[]) and sequence < ${events.before ?? Number.MAX_SAFE_INTEGER}
      order by sequence desc limit ${events.limit})`;
  const query = sql<NodeEventRow<Verb>>`
    select event.sequence, event.actor_id, event.verb, event.node_id, event.facts, event.at, event.job_id,
      event.facts ? 'undoes' as is_undo, event.in_feed as is_shown
    from (
      ${page(sql`node_id = ${events.nodeId}`)}
      union ${page(sql`facts ? 'parent_id' and (facts ->> 'parent_id')::uuid = ${events.nodeId}`)}
      union ${page(sql`facts ? 'from_parent_id' and (facts ->> 'from_parent_id')::uuid = ${events.nodeId}`)}
      order by sequence desc limit ${events.limit}
    ) as newest
    join event on event.space_id = ${events.spaceId} and event.sequence = newest.sequence
    order by event.sequence desc`;
  return (await query.execute(db)).rows;
}
