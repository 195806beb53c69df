import type { SpaceRole } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { nodeRoles, spaceRoles } from '../../../platform/db/held-roles.ts';
import type { NodeRow } from '../model.ts';
import { searchText } from '../../../platform/texts/search-text.ts';

export const NODE_COLUMNS = [
  'space_id',
  'id',
  'parent_id',
  'kind',
  'name',
  'name_key',
  'name_sort',
  'current_version_id',
  'size_bytes',
  'media_type',
  'modified_at',
  'created_by',
  'created_at',
  'trashed_at',
  'purge_began_at',
  'is_damaged',
  'revision',
  'levels_below',
] as const satisfies readonly (keyof NodeRow)[];

export const columnsOf = (table: string) =>
  sql.join(NODE_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

export interface RowWithRoles extends NodeRow {
  readonly space_roles: readonly SpaceRole[];
  /** Roles granted directly on this node. */
  readonly granted_roles: readonly SpaceRole[] | null;
}

/**
 * The nodes and all their ancestors, each once, with the sources of the person's role. `union` prevents endless loops
 * in a cycle; rows are looked up one by one, because for a join PostgreSQL would read all nodes.
 */
export async function listWithAncestors(
  db: Db | Tx,
  input: { readonly ids: readonly string[]; readonly userId: string; readonly now: Date },
): Promise<readonly RowWithRoles[]> {
  const [only, ...others] = input.ids;
  if (only !== undefined && others.length === 0) return await listAncestorsOf(db, only, input);
  const query = sql<RowWithRoles>`
    with recursive walk (space_id, id, parent_id) as (
      select space_id, id, parent_id from node where id = any(${input.ids}::uuid[])
      union
      select up.space_id, up.id, up.parent_id
      from (select distinct space_id, parent_id from walk where parent_id is not null) as below
      cross join lateral (
        select space_id, id, parent_id from node where space_id = below.space_id and id = below.parent_id limit 1
      ) as up
    ),
    place as materialized (
      select walked.space_id, ${spaceRoles(sql`walked.space_id`, sql`${input.userId}`)} as roles,
        ${isGrantedIn(sql`walked.space_id`, input.userId)} as is_granted
      from (select distinct space_id from walk) as walked
    )
    select ${columnsOf('node')}, coalesce(place.roles, '{}') as space_roles,
      case when place.is_granted then ${nodeRoles({ spaceId: sql`node.space_id`, id: sql`node.id` }, input)} end as granted_roles
    from walk
    join place on place.space_id = walk.space_id
    cross join lateral (
      select * from node where node.space_id = walk.space_id and node.id = walk.id limit 1
    ) as node
    where place.roles is not null or place.is_granted`;
  return (await query.execute(db)).rows;
}

/**
 * Like `listWithAncestors`, for one node: nearly every call needs it, and the general statement costs mostly planning
 * time. It does not check whether the person has any grant in the space.
 */
async function listAncestorsOf(
  db: Db | Tx,
  id: string,
  holder: { readonly userId: string; readonly now: Date },
): Promise<readonly RowWithRoles[]> {
  const query = sql<RowWithRoles>`
    with recursive walk as (
      select ${columnsOf('node')} from node where id = ${id}::uuid
      union
      select up.* from walk cross join lateral (
        select ${columnsOf('node')} from node where space_id = walk.space_id and id = walk.parent_id limit 1
      ) as up
    )
    select ${columnsOf('walk')},
      case when walk.parent_id is null then coalesce(${spaceRoles(sql`walk.space_id`, sql`${holder.userId}`)}, '{}')
        else '{}' end as space_roles,
      ${nodeRoles({ spaceId: sql`walk.space_id`, id: sql`walk.id` }, holder)} as granted_roles
    from walk`;
  return (await query.execute(db)).rows;
}

/** Whether the person has any grant in the space, including expired ones. */
function isGrantedIn(spaceId: RawBuilder<unknown>, userId: string): RawBuilder<unknown> {
  return sql`exists (
    select from node_role where node_role.space_id = ${spaceId} and node_role.user_id = ${userId})`;
}

/** The space of each node. Omits spaces in which the person is neither a member nor has a grant of any kind. */
export async function listSpaceIds(
  db: Db | Tx,
  input: { readonly ids: readonly string[]; readonly userId: string },
): Promise<ReadonlyMap<string, string>> {
  const { ids, userId } = input;
  const query = sql<{ readonly id: string; readonly space_id: string }>`
    select node.id, node.space_id from node
    where node.id = any(${ids}::uuid[]) and (
      ${spaceRoles(sql`node.space_id`, sql`${userId}`)} is not null
      or ${isGrantedIn(sql`node.space_id`, userId)})`;
  const { rows } = await query.execute(db);
  return new Map(rows.map((row) => [row.id, row.space_id]));
}

interface Place {
  readonly spaceId: string;
  readonly parentId: string;
}

/** A name in a folder. At most one item outside the trash has it. */
export interface Slot {
  readonly parentId: string;
  readonly nameKey: string;
}

/**
 * The items at these places. A lateral query per name, because for a join PostgreSQL reads the whole space while it is
 * small.
 */
export async function listChildrenByKey(
  db: Db | Tx,
  spaceId: string,
  slots: readonly Slot[],
): Promise<readonly NodeRow[]> {
  const query = sql<NodeRow>`
    select ${columnsOf('node')}
    from unnest(${slots.map((slot) => slot.parentId)}::uuid[], ${slots.map((slot) => slot.nameKey)}::text[])
      as slot (parent_id, name_key)
    cross join lateral (
      select * from node where node.space_id = ${spaceId} and node.parent_id = slot.parent_id
        and node.name_key = slot.name_key and node.trashed_at is null
      offset 0
    ) as node`;
  return (await query.execute(db)).rows;
}

export async function findChildByKey(
  db: Db | Tx,
  place: Slot & { readonly spaceId: string },
): Promise<NodeRow | undefined> {
  return (await listChildrenByKey(db, place.spaceId, [place])).at(0);
}

/** The ids of the items along a path below a folder, as far as the path exists. */
export async function listIdsAlong(
  db: Db | Tx,
  path: { readonly spaceId: string; readonly rootId: string; readonly nameKeys: readonly string[] },
): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    with recursive walk (id, depth) as (
      select ${path.rootId}::uuid, 0
      union all
      select below.id, walk.depth + 1
      from walk cross join lateral (
        select id from node where space_id = ${path.spaceId} and parent_id = walk.id
          and name_key = (${path.nameKeys}::text[])[walk.depth + 1] and trashed_at is null
        offset 0
      ) as below
    )
    select id from walk where depth > 0 order by depth`;
  return (await query.execute(db)).rows.map((row) => row.id);
}

export async function listTakenKeys(
  db: Db | Tx,
  place: Place & { readonly nameKeys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('node')
    .select('name_key')
    .where('space_id', '=', place.spaceId)
    .where('parent_id', '=', place.parentId)
    .where('name_key', '=', sql<string>`any(${place.nameKeys}::text[])`)
    .where('trashed_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.name_key));
}

/** Reads nodes without checking access. */
export async function listNodeRows(db: Db | Tx, ids: readonly string[]): Promise<readonly NodeRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('node')
    .select(NODE_COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export interface NodeKey {
  readonly spaceId: string;
  readonly id: string;
  readonly now: Date;
}

/** Renames a node. A taken name violates the index `node_name`. */
export async function renameRow(
  tx: Tx,
  change: NodeKey & { readonly name: string; readonly nameKey: string; readonly nameSort: string },
): Promise<NodeRow> {
  return await tx
    .updateTable('node')
    .set({
      name: change.name,
      name_key: change.nameKey,
      name_sort: change.nameSort,
      name_search: searchText(change.name),
      updated_at: change.now,
      revision: sql<number>`revision + 1`,
    })
    .where('space_id', '=', change.spaceId)
    .where('id', '=', change.id)
    .returning(NODE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Moves nodes to the trash. Changes one row per node, whatever is below it. */
export async function trashRows(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly ids: readonly string[];
    readonly by: string;
    readonly now: Date;
  },
): Promise<readonly NodeRow[]> {
  return await tx
    .updateTable('node')
    .set({
      trashed_at: change.now,
      trashed_by: change.by,
      updated_at: change.now,
      revision: sql<number>`revision + 1`,
    })
    .where('space_id', '=', change.spaceId)
    .where('id', '=', sql<string>`any(${change.ids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .returning(NODE_COLUMNS)
    .execute();
}

export async function restoreRow(
  tx: Tx,
  change: NodeKey & {
    readonly parentId: string;
    readonly name: string;
    readonly nameKey: string;
    readonly nameSort: string;
  },
): Promise<NodeRow> {
  return await tx
    .updateTable('node')
    .set({
      parent_id: change.parentId,
      name: change.name,
      name_key: change.nameKey,
      name_sort: change.nameSort,
      name_search: searchText(change.name),
      trashed_at: null,
      trashed_by: null,
      updated_at: change.now,
      revision: sql<number>`revision + 1`,
    })
    .where('space_id', '=', change.spaceId)
    .where('id', '=', change.id)
    .returning(NODE_COLUMNS)
    .executeTakeFirstOrThrow();
}
