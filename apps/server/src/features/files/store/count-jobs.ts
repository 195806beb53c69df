import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export async function countJobs(
  db: Db,
  failedAfter: Date,
): Promise<{ readonly running: number; readonly failed: number }> {
  const { rows } = await sql<{ readonly running: number; readonly failed: number }>`
    select count(*) filter (where state in ('running', 'undoing')) as running,
      count(*) filter (where state = 'failed' and updated_at > ${failedAfter}) as failed
    from job where state in ('running', 'undoing', 'failed')`.execute(db);
  return rows[0] ?? { running: 0, failed: 0 };
}
