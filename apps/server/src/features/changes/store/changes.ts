import type { SpaceRole } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { ChangeRow, Position } from '../model.ts';

export interface News {
  readonly rows: readonly ChangeRow[];
  readonly audience: readonly Audience[];
  /** The position of this read. No change before the position is missing. */
  readonly position: Required<Position>;
  /** Whether the position comes from another database, for example from before a restore. */
  readonly isForeign: boolean;
}

interface Audience {
  readonly space_id: string;
  readonly user_id: string;
  readonly roles: readonly SpaceRole[];
}

/**
 * A change gets its time when it is made, but becomes visible when its transaction ends. This much of a difference is
 * covered.
 */
const SLACK_SECONDS = 2;
const PRUNED_AT_ONCE = 10_000;

export async function readPosition(db: Db): Promise<Required<Position>> {
  const { rows } = await sql<Required<Position>>`
    select pg_current_snapshot()::text as snapshot, extract(epoch from now())::bigint as second`.execute(db);
  return rows[0] ?? { snapshot: '', second: 0 };
}

/**
 * Reads the changes after `since` that these people may see, at most `limit` rows, with their roles at the same
 * instant. [Note: Snapshots as positions] Transactions do not commit in the order of their ids. A row is new if the
 * last snapshot did not include its transaction, so none is lost or repeated.
 */
export async function readChanges(
  db: Db,
  read: { readonly since: Position; readonly personIds: readonly string[]; readonly limit: number },
): Promise<News> {
  const { since, personIds, limit } = read;
  const people = sql`any(${personIds}::uuid[])`;
  const { rows } = await sql<
    Required<Position> & Omit<News, 'position' | 'isForeign'> & { foreign: boolean }
  >`
    with fresh as materialized (
      select kind, space_id, folder_id, person_id, max(revision) as revision from change
      where ${isAfter(since)}
        and (person_id = ${people} or space_id in (select space_id from space_role where user_id = ${people}))
      group by kind, space_id, folder_id, person_id limit ${limit}
    )
    select pg_current_snapshot()::text as snapshot, extract(epoch from now())::bigint as second,
      ${isForeign(since)} as foreign,
      coalesce((select json_agg(fresh) from fresh), '[]') as rows,
      coalesce((
        select json_agg(held) from (
          select space_id, user_id, array_agg(role) as roles from space_role
          where user_id = ${people} and space_id in (select space_id from fresh) group by space_id, user_id
        ) as held
      ), '[]') as audience`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the query returned no row');
  const { snapshot, second, foreign } = row;
  return { rows: row.rows, audience: row.audience, position: { snapshot, second }, isForeign: foreign };
}

function isAfter({ second, snapshot }: Position): RawBuilder<unknown> {
  if (snapshot === undefined) return sql`at >= to_timestamp(${second - SLACK_SECONDS})`;
  const seen = sql`${snapshot}::pg_snapshot`;
  // A restored dump may contain rows of transactions with higher ids.
  return sql`tx >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(tx, ${seen})
    and tx < pg_snapshot_xmax(pg_current_snapshot())`;
}

function isForeign({ snapshot }: Position): RawBuilder<unknown> {
  if (snapshot === undefined) return sql`false`;
  return sql`pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`;
}

/** Deletes the oldest rows. Returns false if some are left. */
export async function pruneOldest(db: Db, keptMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from change where ctid = any(array(
      select ctid from change where at < now() - make_interval(secs => ${keptMs / SECOND_MS})
      order by at limit ${PRUNED_AT_ONCE}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < PRUNED_AT_ONCE;
}
