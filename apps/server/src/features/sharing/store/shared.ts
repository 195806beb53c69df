import { type GrantRole, SERVER_LIMITS } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { GRANT_COLUMNS, type GrantRow, grantTables, isValidGrant } from './grants.ts';
import { isWaiting } from './invited.ts';

/** A position in the list: the value of the sort, then the node. */
export interface SharedPosition {
  readonly value: string;
  readonly nodeId: string;
}

export interface SharedPlace {
  readonly node_id: string;
  readonly name_sort: string;
  readonly created_at: Date;
}

export interface SharedTo extends GrantRow, SharedPlace {}

/** A node that a person shared, with what its grants have in common. */
export interface SharedBy extends SharedPlace {
  readonly total: number;
  readonly role: GrantRole | null;
  readonly message: string | null;
  readonly expires_at: Date | null;
  readonly holders: readonly {
    readonly holder: 'person' | 'group' | 'address';
    readonly holderId: string;
    readonly name: string;
    readonly picture: string | null;
  }[];
}

interface SharedAsked {
  readonly userId: string;
  readonly sort: 'name' | 'date';
  readonly order: 'asc' | 'desc';
  readonly after: SharedPosition | undefined;
  readonly now: Date;
  readonly limit: number;
}

/** Nodes granted to the person, each once. A direct grant is preferred to one through a group. */
export async function listSharedTo(db: Db, asked: SharedAsked): Promise<readonly SharedTo[]> {
  const { userId, now } = asked;
  const found = sql`
    select distinct on (given.space_id, given.node_id) ${GRANT_COLUMNS} from ${grantTables('node_role')}
    where given.user_id = ${userId} and ${isValidGrant(now)}
    order by given.space_id, given.node_id, given.group_id is not null, given.created_at, given.group_id`;
  return (await onePage<SharedTo>(asked, found).execute(db)).rows;
}

const same = (column: RawBuilder<unknown>) =>
  sql`case when count(${column}) = count(*) and min(${column}) = max(${column}) then min(${column}) end`;

/**
 * Nodes that the person shared, including invitations not yet accepted. Each node once, with the date of its newest
 * grant.
 */
export async function listSharedBy(db: Db, asked: SharedAsked): Promise<readonly SharedBy[]> {
  const { userId, now } = asked;
  const holder = sql`json_build_object('holder', made.holder, 'holderId', made.holder_id, 'name', made.name,
    'picture', made.picture_id)`;
  const found = sql`
    with made as (
      select given.space_id, given.node_id, given.created_at, given.role, given.message, given.expires_at,
        case when given.group_id is null then 'person' else 'group' end as holder,
        coalesce(given.group_id, given.user_id) as holder_id,
        coalesce(held.name, nullif(person.name, ''), nullif(person.email, ''), person.username) as name,
        person.picture_id
      from ${grantTables('grant')}
      where given.granted_by = ${userId} and ${isValidGrant(now)}
      union all
      select invited.space_id, invited.node_id, invited.created_at, invited.role, invited.message,
        invited.expires_at, 'address', invited.id, invited.email, null
      from invited_grant as invited
      where invited.granted_by = ${userId} and ${isWaiting(now)})
    select made.space_id, made.node_id, max(made.created_at) as created_at, count(*) as total,
      ${same(sql`made.role`)} as role, ${same(sql`made.message`)} as message,
      ${same(sql`made.expires_at`)} as expires_at,
      to_json((array_agg(${holder} order by made.created_at desc, made.name, made.holder_id)
        )[1:${sql.lit(SERVER_LIMITS.sharedHoldersMax)}]) as holders
    from made
    group by made.space_id, made.node_id`;
  return (await onePage<SharedBy>(asked, found).execute(db)).rows;
}

/** Leaves out trashed nodes and archived spaces. Nodes in a trashed folder are left out by the caller. */
function onePage<Row>({ sort, order, after, limit }: SharedAsked, found: RawBuilder<unknown>) {
  const column = sort === 'name' ? sql`node.name_sort` : sql`date_trunc('milliseconds', given.created_at)`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql<Row>`
    select given.*, node.name_sort
    from (${found}) as given
    join node on node.space_id = given.space_id and node.id = given.node_id and node.trashed_at is null
    join space on space.id = given.space_id and space.archived_at is null
    where ${after === undefined ? sql`true` : isBeyond({ column, sort, order, after })}
    order by ${column} ${direction}, given.node_id ${direction}
    limit ${limit}`;
}

function isBeyond(page: {
  readonly column: RawBuilder<unknown>;
  readonly sort: 'name' | 'date';
  readonly order: 'asc' | 'desc';
  readonly after: SharedPosition;
}): RawBuilder<unknown> {
  const { value, nodeId } = page.after;
  const bound = page.sort === 'name' ? sql`${value}::text` : sql`${value}::timestamptz`;
  const sign = page.order === 'asc' ? sql`>` : sql`<`;
  return sql`(${page.column}, given.node_id) ${sign} (${bound}, ${nodeId}::uuid)`;
}
