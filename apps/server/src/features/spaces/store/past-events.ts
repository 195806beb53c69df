import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { EventVerb } from '../model.ts';

/** The last event of a space that was not after the moment. Events are numbered without gaps, so it is found by halving. */
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

/** The place and name of a node before the event. */
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
  /** The first event since then that changed its place. */
  readonly first: PlacingEvent | null;
  /** Of the first version since. */
  readonly next_version: number | null;
  /** It has come from or gone to another space, which may have more of its events. */
  readonly was_elsewhere: boolean;
  /** The last event in one of the folders. */
  readonly touched_at: Date;
}

const firstOf = (node: { readonly spaceId: string; readonly after: number }) => sql`
  select jsonb_build_object('verb', verb, 'facts', facts) as event from event
  where event.node_id = touched.node_id and event.sequence > ${node.after} and event.space_id::text = ${node.spaceId}
    and event.verb = any(${[...PLACING]}::text[])
  order by event.sequence limit 1`;

/** Nodes that were in one of the folders at some time after the event. */
export async function listTouchedNodes(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly folderIds: readonly string[];
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly TouchedNode[]> {
  const { spaceId, folderIds, after, limit } = input;
  // With the space as it stands in the conditions, PostgreSQL may prefer to walk all events of the space.
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
  /** Its last move from or to another space since then. */
  readonly arrived_at: Date | null;
}

/** The events of a node since then. */
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
