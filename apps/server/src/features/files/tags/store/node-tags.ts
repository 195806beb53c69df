import { SERVER_LIMITS, type SpaceColor } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/db/db.ts';

export interface NodeTagRow {
  readonly node_id: string;
  readonly id: string;
  readonly name: string;
  readonly color: SpaceColor;
  readonly is_own: boolean;
}

/** The tags of the nodes: tags of spaces first, then by name. Leaves out tags that belong to other people. */
export async function listNodeTags(
  db: Db | Tx,
  asked: { readonly nodeIds: readonly string[]; readonly userId: string },
): Promise<readonly NodeTagRow[]> {
  return (await nodeTagsQuery(asked).execute(db)).rows;
}

/** Exported so that a test can check the query plan. */
export function nodeTagsQuery({
  nodeIds,
  userId,
}: {
  readonly nodeIds: readonly string[];
  readonly userId: string;
}) {
  return sql<NodeTagRow>`
    select node_tag.node_id, tag.id, tag.name, tag.color, tag.owner_id is not null as is_own
    from node_tag join tag on tag.id = node_tag.tag_id
    where node_tag.node_id = any(${nodeIds}::uuid[]) and (tag.owner_id is null or tag.owner_id = ${userId})
    order by is_own, tag.name_key`;
}

/** Whether each node has the tag, and how many other tags of the same kind it has. Nodes without any are left out. */
export async function countOnNodes(
  tx: Tx,
  tag: { readonly id: string; readonly ownerId: string | null; readonly nodeIds: readonly string[] },
): Promise<ReadonlyMap<string, { readonly has: boolean; readonly others: number }>> {
  const isOfKind = tag.ownerId === null ? sql`tag.owner_id is null` : sql`tag.owner_id = ${tag.ownerId}`;
  const query = sql<{ readonly node_id: string; readonly has: boolean; readonly others: number }>`
    select node_tag.node_id, bool_or(tag.id = ${tag.id}) as has, count(*) filter (where tag.id <> ${tag.id}) as others
    from node_tag join tag on tag.id = node_tag.tag_id
    where node_tag.node_id = any(${tag.nodeIds}::uuid[]) and ${isOfKind}
    group by node_tag.node_id`;
  return new Map((await query.execute(tx)).rows.map(({ node_id: id, ...counts }) => [id, counts]));
}

interface TagOfNodes {
  readonly tagId: string;
  readonly nodeIds: readonly string[];
}

export async function putOnNodes(
  tx: Tx,
  { tagId, nodeIds, spaceId, now }: TagOfNodes & { readonly spaceId: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into node_tag (tag_id, space_id, node_id, created_at)
    select ${tagId}, ${spaceId}, id, ${now} from unnest(${nodeIds}::uuid[]) as node (id)
    on conflict do nothing`.execute(tx);
}

export async function takeOffNodes(tx: Tx, { tagId, nodeIds }: TagOfNodes): Promise<void> {
  await sql`delete from node_tag where tag_id = ${tagId} and node_id = any(${nodeIds}::uuid[])`.execute(tx);
}

/** Adds a tag to all items that have another one. Items that already have both stay as they are. */
export async function putInsteadOf(
  tx: Tx,
  { tagId, fromId }: { tagId: string; fromId: string },
): Promise<void> {
  await sql`
    insert into node_tag (tag_id, space_id, node_id, created_at)
    select ${tagId}, space_id, node_id, created_at from node_tag where tag_id = ${fromId}
    on conflict do nothing`.execute(tx);
}

/** Nodes with one of the tags, each once, last tagged first. */
export async function listTaggedNodes(
  db: Db,
  page: {
    readonly tagIds: readonly string[];
    readonly after: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  const { tagIds, after, limit } = page;
  const older =
    after === undefined
      ? sql`true`
      : sql`(node_tag.created_at, node_tag.node_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  // A node may have two tags of the same name: one of the space, and one of the person.
  const query = sql<{ readonly id: string; readonly at: Date }>`
    select found.node_id as id, found.created_at as at
    from unnest(${tagIds}::uuid[]) as asked (id) cross join lateral (
      select node_tag.node_id, node_tag.created_at from node_tag
      where node_tag.tag_id = asked.id and ${older} and not exists (
        select from node_tag twin where twin.node_id = node_tag.node_id and twin.tag_id = any(${tagIds}::uuid[])
          and (twin.created_at, twin.tag_id) > (node_tag.created_at, node_tag.tag_id)
      )
      order by node_tag.created_at desc, node_tag.node_id desc limit ${limit}
    ) as found
    order by found.created_at desc, found.node_id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** The ids of tags with this name that belong to the person, or to a space in which the person has a role. */
export async function listTagIdsByName(
  db: Db,
  { nameKey, userId }: { readonly nameKey: string; readonly userId: string },
): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    select id from tag where name_key = ${nameKey} and (owner_id = ${userId} or space_id in (
      select space_id from space_role where user_id = ${userId}
      union select space_id from node_role where user_id = ${userId}
    ))`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

export interface Carried {
  readonly fromSpaceId: string;
  readonly toSpaceId: string;
  /** Each node, and the node that gets its tags: the copy, or the same node in another space. */
  readonly pairs: readonly { readonly fromId: string; readonly id: string }[];
  /** The person whose own tags a copy gets. */
  readonly actorId: string;
  /** Whether to create tags that the other space lacks. */
  readonly mayMake: boolean;
  readonly now: Date;
}

/**
 * Carries tags to copies or moved nodes, matching tags of another space by name. Tags that cannot be created there are
 * dropped.
 */
export async function carryTags(tx: Tx, carried: Carried): Promise<void> {
  const { fromSpaceId, toSpaceId, pairs, actorId, now } = carried;
  const fromIds = pairs.map(({ fromId }) => fromId);
  if (carried.mayMake && fromSpaceId !== toSpaceId) {
    await sql`
      insert into tag (id, space_id, name, name_key, color, created_at)
      select gen_random_uuid(), ${toSpaceId}, name, name_key, color, ${now} from tag
      where space_id = ${fromSpaceId}
        and id in (select tag_id from node_tag where node_id = any(${fromIds}::uuid[]))
        and not exists (select from tag there where there.space_id = ${toSpaceId} and there.name_key = tag.name_key)
      order by name_key
      limit greatest(0, ${SERVER_LIMITS.tagsPerSpaceMax} - (select count(*) from tag where space_id = ${toSpaceId}))
      on conflict do nothing`.execute(tx);
  }
  await sql`
    insert into node_tag (tag_id, space_id, node_id, created_at)
    select coalesce(there.id, tag.id), ${toSpaceId}, pair.id, ${now}
    from unnest(${fromIds}::uuid[], ${pairs.map(({ id }) => id)}::uuid[]) as pair (from_id, id)
      join node_tag on node_tag.node_id = pair.from_id
      join tag on tag.id = node_tag.tag_id
      left join tag there on tag.space_id = ${fromSpaceId} and there.space_id = ${toSpaceId}
        and there.name_key = tag.name_key
    where there.id is not null or tag.owner_id = ${actorId}
    on conflict do nothing`.execute(tx);
}

/**
 * Removes tags of the old space from nodes that were moved to another space. Keeps in mind those without a tag of the
 * same name there, for {@link returnTags}.
 */
export async function leaveTagsBehind(
  tx: Tx,
  {
    fromSpaceId,
    toSpaceId,
    nodeIds,
    now,
    isReturn,
  }: {
    readonly fromSpaceId: string;
    readonly toSpaceId: string;
    readonly nodeIds: readonly string[];
    readonly now: Date;
    /** Whether this undoes a move. An earlier move from this space may be undone next, and needs its tags. */
    readonly isReturn: boolean;
  },
): Promise<void> {
  if (!isReturn) {
    // What they lost when they left this space before no longer counts.
    await sql`
      delete from left_tag using tag
      where left_tag.node_id = any(${nodeIds}::uuid[]) and tag.id = left_tag.tag_id
        and tag.space_id = ${fromSpaceId}`.execute(tx);
  }
  await sql`
    with gone as (
      delete from node_tag using tag
      where node_tag.node_id = any(${nodeIds}::uuid[]) and tag.id = node_tag.tag_id and tag.space_id = ${fromSpaceId}
      returning node_tag.node_id, node_tag.tag_id, node_tag.created_at, tag.name_key
    )
    insert into left_tag (node_id, tag_id, created_at, left_at)
    select node_id, tag_id, created_at, ${now} from gone
    where not exists (
      select from tag there join node_tag carried on carried.tag_id = there.id
      where there.space_id = ${toSpaceId} and there.name_key = gone.name_key and carried.node_id = gone.node_id
    )
    on conflict (node_id, tag_id) do update set created_at = excluded.created_at, left_at = excluded.left_at`.execute(
    tx,
  );
}

/** Puts the tags of the space on the nodes again that these lost when they left it. */
export async function returnTags(
  tx: Tx,
  { spaceId, nodeIds }: { readonly spaceId: string; readonly nodeIds: readonly string[] },
): Promise<void> {
  await sql`
    with back as (
      delete from left_tag using tag
      where left_tag.node_id = any(${nodeIds}::uuid[]) and tag.id = left_tag.tag_id and tag.space_id = ${spaceId}
      returning left_tag.node_id, left_tag.tag_id, left_tag.created_at
    )
    insert into node_tag (tag_id, space_id, node_id, created_at)
    select tag_id, ${spaceId}, node_id, created_at from back
    on conflict do nothing`.execute(tx);
}

/** Forgets what can no longer be undone. */
export async function forgetLeftTags(db: Db, until: Date): Promise<void> {
  await db.deleteFrom('left_tag').where('left_at', '<', until).execute();
}
