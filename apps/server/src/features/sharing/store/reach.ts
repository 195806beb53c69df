import { SPACE_ROLES } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { shownName } from '../../../platform/db/shown-name.ts';
import { isLasting } from '../../../platform/db/held-roles.ts';
import { ROLE_THAT_SHARES } from '../model.ts';

interface Place {
  readonly spaceId: string;
  /** The ids from the root to the node itself. */
  readonly nodeIds: readonly string[];
  /** The node. Contributors see only the root and what they created. */
  readonly node: { readonly created_by: string; readonly parent_id: string | null };
  readonly now: Date;
}

export interface Reaching extends Place {
  /** Part of a name or e-mail address. */
  readonly text: string;
  /** The reader, who comes first in the list. */
  readonly readerId: string;
  readonly at: number;
  readonly limit: number;
}

/** Lists the ids of everyone who may see the node: the reader first, then by role and name. */
export async function listReaching(db: Db | Tx, asked: Reaching): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    select person.id from ${reaching(asked)}
    where ${matches(asked.text)}
    order by person.id = ${asked.readerId} desc, held.rank desc, lower(${shownName('person')}), person.id
    offset ${asked.at} limit ${asked.limit}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

export async function countReaching(
  db: Db | Tx,
  asked: Pick<Reaching, 'text' | keyof Place>,
): Promise<{ readonly total: number; readonly people: number }> {
  const query = sql<{ readonly total: number; readonly people: number }>`
    select count(*) filter (where ${matches(asked.text)}) as total,
      count(*) filter (where person.status = 'active') as people
    from ${reaching(asked)}`;
  return (await query.execute(db)).rows[0] ?? { total: 0, people: 0 };
}

export interface ManagingRow {
  readonly id: string;
  readonly name: string;
  readonly picture_id: string | null;
}

/** Lists people with an active account who may share the node, owners first. */
export async function listManaging(
  db: Db | Tx,
  asked: Place & { readonly limit: number },
): Promise<readonly ManagingRow[]> {
  const query = sql<ManagingRow>`
    select person.id, ${shownName('person')} as name, person.picture_id from ${reaching(asked)}
    where person.status = 'active' and held.rank >= ${SPACE_ROLES.indexOf(ROLE_THAT_SHARES) + 1}
    order by held.rank desc, lower(${shownName('person')}), person.id
    limit ${asked.limit}`;
  return (await query.execute(db)).rows;
}

function reaching({ spaceId, nodeIds, node, now }: Place): RawBuilder<unknown> {
  return sql`(
    select way.user_id, max(array_position(${[...SPACE_ROLES]}::text[], way.role)) as rank,
      bool_or(way.role <> 'contributor') as sees_all
    from (
      select user_id, role::text as role from space_role where space_id = ${spaceId}
      union all
      select user_id, role::text as role from node_role
      where space_id = ${spaceId} and node_id = any(${nodeIds}::uuid[]) and ${isLasting(now)}
    ) as way
    group by way.user_id
  ) as held
  join "user" as person on person.id = held.user_id and person.status <> 'removed'
    and (held.sees_all or ${node.parent_id === null} or person.id = ${node.created_by})`;
}

const matches = (text: string) =>
  sql<boolean>`strpos(lower(person.name || ' ' || person.email), lower(${text})) > 0`;
