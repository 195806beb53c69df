import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { type Folder, itemsOf } from './children.ts';

export interface GroupCount {
  readonly key: string;
  readonly count: number;
}

/**
 * Counts files by date: those changed since each bound and before the next newer one. Reads only files newer than the
 * last bound; the rest is older.
 */
export async function countByDate(
  db: Db | Tx,
  folder: Folder,
  since: readonly string[],
): Promise<readonly GroupCount[]> {
  const query =
    folder.matching === undefined
      ? sql<GroupCount>`
          select bounds.key, (
            select count(*) from ${itemsOf(folder)} and kind = 'file'
              and node.modified_at >= bounds.key::timestamptz
              and (bounds.until is null or node.modified_at < bounds.until::timestamptz)
          ) as count
          from unnest(${since}::text[], ${[null, ...since.slice(0, -1)]}::text[]) with ordinality as bounds (key, until, place)
          order by bounds.place`
      : sql<GroupCount>`
          select bounds.key, coalesce(found.count, 0) as count
          from unnest(${since}::text[]) with ordinality as bounds (key, place)
          left join (
            select width_bucket(node.modified_at, ${since.toReversed()}::timestamptz[]) as bucket, count(*) as count
            from ${itemsOf(folder)} and kind = 'file' group by bucket
          ) found on found.bucket = ${since.length} + 1 - bounds.place
          order by bounds.place`;
  return (await query.execute(db)).rows;
}

/** Counts files by media type for the first types of the list, which are read from the index. */
export async function countByMediaType(
  db: Db | Tx,
  folder: Folder,
  { order, limit }: { readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<readonly GroupCount[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const query = sql<GroupCount>`
    select node.media_type as key, count(*) as count from ${itemsOf(folder)} and kind = 'file'
    group by node.media_type order by node.media_type ${direction} limit ${limit}`;
  return (await query.execute(db)).rows;
}
