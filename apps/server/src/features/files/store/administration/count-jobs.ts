import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

/** Counts running and recently failed jobs. Each count uses a partial index, because nearly all jobs are done. */
export async function countJobs(
  db: Db,
  failedAfter: Date,
): Promise<{ readonly running: number; readonly failed: number }> {
  const { rows } = await sql<{ readonly running: number; readonly failed: number }>`
    select (select count(*) from job where state in ('running', 'undoing')) as running,
      (select count(*) from job where state = 'failed' and updated_at > ${failedAfter}) as failed`.execute(
    db,
  );
  return rows[0] ?? { running: 0, failed: 0 };
}
