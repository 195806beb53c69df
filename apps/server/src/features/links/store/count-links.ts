import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/**
 * Counts links that are neither revoked, expired nor used up, with an active creator. `open` counts those without a
 * password.
 */
export async function countLiveLinks(
  db: Db,
  now: Date,
): Promise<{ readonly active: number; readonly open: number }> {
  const { rows } = await sql<{ readonly active: number; readonly open: number }>`
    select count(*) as active, count(*) filter (where password_hash is null) as open
    from link join "user" on "user".id = link.created_by
    where revoked_at is null and expires_at > ${now} and "user".status = 'active'
      and (downloads >= downloads_max or bytes >= bytes_max) is not true`.execute(db);
  return rows[0] ?? { active: 0, open: 0 };
}
