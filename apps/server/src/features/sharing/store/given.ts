import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** What a person shares with one person or group. */
export interface GivenTo {
  readonly id: string;
  readonly kind: 'person' | 'group';
  readonly name: string;
  readonly items: number;
  /** How many of the items are in the sharer's personal space. */
  readonly in_files: number;
  /** The number of all people and groups. The same in each row. */
  readonly total: number;
}

const LASTS = (now: Date) => sql`(given.expires_at is null or given.expires_at > ${now})`;

/** Lists the people and groups that a person shares with, and the number of nodes. */
export async function listGivenBy(
  db: Db,
  { userId, now, limit }: { readonly userId: string; readonly now: Date; readonly limit: number },
): Promise<readonly GivenTo[]> {
  const { rows } = await sql<GivenTo>`
    select coalesce(given.user_id, given.group_id) as id,
      case when given.group_id is null then 'person' else 'group' end as kind,
      coalesce(held.name, nullif(person.name, ''), nullif(person.email, ''), person.username) as name,
      count(*) as items, count(*) filter (where space.kind = 'personal' and space.owner_id = ${userId}) as in_files,
      (sum(count(*)) over ())::bigint as total
    from "grant" as given
    join space on space.id = given.space_id and space.archived_at is null
    left join "user" as person on person.id = given.user_id
    left join "group" as held on held.id = given.group_id
    where given.granted_by = ${userId} and ${LASTS(now)} and person.status is distinct from 'removed'
    group by given.user_id, given.group_id, held.name, person.name, person.email, person.username
    order by items desc, name, id
    limit ${limit}`.execute(db);
  return rows;
}

/** Counts the direct grants to a person. Access through groups does not count. */
export async function countGrantsTo(
  db: Db,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`
    select count(*) as total from "grant" as given
    where given.user_id = ${userId} and ${LASTS(now)}`.execute(db);
  return rows[0]?.total ?? 0;
}
