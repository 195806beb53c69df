import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { EventVerb } from '../model.ts';

/**
 * The sequence of the last event of a space at or before the moment. Found by binary search, because events are
 * numbered without gaps.
 */
export async function findSequenceAt(
  db: Db | Tx,
  { spaceId, moment }: { readonly spaceId: string; readonly moment: Date },
): Promise<number> {
  const query = sql<{ readonly sequence: number }>`
    with recursive search (low, high) as (
      select 0::bigint, event_sequence from space where id = ${spaceId}
      union all
      select case when probe.is_before then probe.sequence else low end,
        case when probe.is_before then high else probe.sequence - 1 end
      from search cross join lateral (
        select sequence, at <= ${moment} as is_before from event
        where space_id = ${spaceId} and sequence = (low + high + 1) / 2
      ) as probe
      where low < high
    )
    select low as sequence from search where low = high limit 1`;
  return (await query.execute(db)).rows[0]?.sequence ?? 0;
}

/** Events that tell the place and name of a node before them. */
const PLACING = [
  'folder_created',
  'file_created',
  'node_copied',
  'node_renamed',
  'node_moved',
  'node_trashed',
  'node_restored',
  'node_purged',
  'version_created',
  'version_restored',
] as const satisfies readonly EventVerb[];

export interface PlacingEvent {
  readonly verb: (typeof PLACING)[number];
  readonly facts: unknown;
}

export interface TouchedNode {
  readonly node_id: string;
  /** The first event after `after` that tells the place of the node before it. */
  readonly first: PlacingEvent | null;
  /** The number of the first version added after `after`. */
  readonly next_version: number | null;
  /** Whether the node came from or went to another space, which may have more of its events. */
  readonly was_elsewhere: boolean;
  /** The time of the last event in one of the folders. */
  readonly touched_at: Date;
}

const firstOf = (node: { readonly spaceId: string; readonly after: number }) => sql`
  select jsonb_build_object('verb', verb, 'facts', facts) as event from event
  where event.node_id = touched.node_id and event.sequence > ${node.after} and event.space_id::text = ${node.spaceId}
    and event.verb = any(${[...PLACING]}::text[])
  order by event.sequence limit 1`;

/** The events of a node that was deleted permanently still tell who created it. */
const isMadeBy = (personId: string) => sql`case
  when exists (select from node where node.id = event.node_id)
    then exists (select from node where node.id = event.node_id and node.created_by = ${personId})
  else exists (
    select from event as made where made.node_id = event.node_id and made.actor_id = ${personId}
      and made.verb in ('folder_created', 'file_created', 'node_copied'))
  end`;

/** Lists nodes that were in one of the folders at some time after the event `after`. */
export async function listTouchedNodes(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly folderIds: readonly string[];
    readonly after: number;
    /** Limits the nodes to those that this person created. Undefined for all nodes. */
    readonly madeBy: string | undefined;
    readonly limit: number;
  },
): Promise<readonly TouchedNode[]> {
  const { spaceId, folderIds, after, madeBy, limit } = input;
  // The cast to text keeps PostgreSQL from using the index of the space, which could mean scanning all its events.
  const inSpace = sql`event.sequence > ${after} and event.space_id::text = ${spaceId}`;
  const query = sql<TouchedNode>`
    with touched as materialized (
      select node_id, max(at) as touched_at from (
        select node_id, at from event
        where facts ? 'parent_id' and (facts ->> 'parent_id')::uuid = any(${folderIds}::uuid[]) and ${inSpace}
        union all
        select node_id, at from event
        where facts ? 'from_parent_id' and (facts ->> 'from_parent_id')::uuid = any(${folderIds}::uuid[]) and ${inSpace}
      ) as event
      ${madeBy === undefined ? sql`` : sql`where ${isMadeBy(madeBy)}`}
      group by node_id limit ${limit}
    )
    select touched.node_id, touched.touched_at, first.event as first, version.number as next_version,
      exists (select from event where event.node_id = touched.node_id and ${inSpace} and facts ? 'from_space_id')
        as was_elsewhere
    from touched
    left join lateral (${firstOf({ spaceId, after })}) as first on true
    left join lateral (
      select (facts ->> 'number')::integer as number from event
      where event.node_id = touched.node_id and ${inSpace} and event.verb in ('version_created', 'version_restored')
      order by event.sequence limit 1
    ) as version on true`;
  return (await query.execute(db)).rows;
}

export interface NodePast {
  readonly first: PlacingEvent | null;
  /** The time of the last move from or to another space after `after`. */
  readonly arrived_at: Date | null;
}

/** What the events of a node after `after` tell of its past. */
export async function findNodePast(
  db: Db | Tx,
  node: { readonly spaceId: string; readonly nodeId: string; readonly after: number },
): Promise<NodePast> {
  const query = sql<NodePast>`
    select first.event as first, (
      select max(at) from event where event.node_id = touched.node_id and event.sequence > ${node.after}
        and event.space_id::text = ${node.spaceId} and facts ? 'from_space_id') as arrived_at
    from (select ${node.nodeId}::uuid as node_id) as touched left join lateral (${firstOf(node)}) as first on true`;
  return (await query.execute(db)).rows[0] ?? { first: null, arrived_at: null };
}
