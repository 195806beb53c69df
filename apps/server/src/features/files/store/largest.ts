import { LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface LargeFile {
  readonly id: string;
  readonly bytes: number;
}

export interface LargestAsked {
  readonly spaceId: string;
  /** Limits the list to files that this person created. */
  readonly madeBy: string | undefined;
  readonly after: LargeFile | undefined;
  readonly limit: number;
}

/** Lists files of at least `largeFileBytes`, largest first. Includes files below trashed folders. */
export async function listLargestFiles(db: Db, asked: LargestAsked): Promise<readonly LargeFile[]> {
  return (await largestQuery(asked).execute(db)).rows;
}

/** Exported so that a test can check the query plan. */
export function largestQuery({ spaceId, madeBy, after, limit }: LargestAsked) {
  const smaller =
    after === undefined ? sql`true` : sql`(size_bytes, id) < (${after.bytes}::bigint, ${after.id}::uuid)`;
  const made = madeBy === undefined ? sql`true` : sql`created_by = ${madeBy}`;
  return sql<LargeFile>`
    select id, size_bytes as bytes from node
    where space_id = ${spaceId} and kind = 'file' and trashed_at is null and purge_began_at is null
      and size_bytes >= ${sql.lit(LIMITS.largeFileBytes)} and ${smaller} and ${made}
    order by size_bytes desc, id desc limit ${limit}`;
}
