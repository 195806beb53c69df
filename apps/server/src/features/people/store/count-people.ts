import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface PeopleCounts {
  readonly active: number;
  readonly disabled: number;
  readonly administrators: number;
  readonly seen: number;
  readonly invited: number;
  readonly expired: number;
}

export async function countPeople(
  db: Db,
  { now, seenAfter }: { readonly now: Date; readonly seenAfter: Date },
): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    select people.*, invitations.* from (
      select count(*) filter (where status = 'active') as active,
        count(*) filter (where status = 'disabled') as disabled,
        count(*) filter (where status = 'active' and role = 'administrator') as administrators,
        count(*) filter (where status = 'active' and last_seen_at > ${seenAfter}) as seen
      from "user") people, (
      select count(*) as invited, count(*) filter (where expires_at <= ${now}) as expired
      from one_time_link where kind = 'invitation' and ended_at is null) invitations`.execute(db);
  return rows[0] ?? { active: 0, disabled: 0, administrators: 0, seen: 0, invited: 0, expired: 0 };
}
