import type { SpaceRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

const PLACES_MAX = 1_000;

interface Place {
  readonly space_id: string;
  readonly name: string;
  /** The owner of a personal space. Null for other spaces. */
  readonly owner_name: string | null;
  readonly role: SpaceRole | null;
  readonly shared: number;
}

/** Lists the spaces that a group reaches, by name, without archived ones. Expired grants do not count. */
export async function listPlaces(db: Db, groupId: string, now: Date): Promise<readonly Place[]> {
  const query = sql<Place>`
    select space.id as space_id, space.name, max(found.role) as role, sum(found.shared)::bigint as shared,
      case when space.kind = 'personal' then owner.name end as owner_name
    from (
      select space_id, role, 0 as shared from space_group where group_id = ${groupId}
      union all
      select space_id, null, count(*) from "grant"
      where group_id = ${groupId} and (expires_at is null or expires_at > ${now}) group by space_id
    ) as found
    join space on space.id = found.space_id and space.archived_at is null
    join "user" as owner on owner.id = space.owner_id
    group by space.id, owner.name
    order by lower(space.name), space.id limit ${PLACES_MAX}`;
  return (await query.execute(db)).rows;
}

interface RoleRow {
  readonly space_id: string;
  /** The node of a grant, or the root for a role in the space. */
  readonly node_id: string;
  readonly role: SpaceRole;
  readonly is_grant: boolean;
}

/** Lists every role in a space and every grant of the group, including archived spaces and expired grants. */
export async function listRoles(tx: Tx, groupId: string): Promise<readonly RoleRow[]> {
  const query = sql<RoleRow>`
    select space_group.space_id, space.root_id as node_id, space_group.role, false as is_grant
    from space_group join space on space.id = space_group.space_id where space_group.group_id = ${groupId}
    union all
    select space_id, node_id, role, true from "grant" where group_id = ${groupId}`;
  return (await query.execute(tx)).rows;
}
