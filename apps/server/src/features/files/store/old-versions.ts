import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isOnHold } from '../../../platform/db/on-hold.ts';
import type { Retention } from '../../../platform/db/settings.ts';
import { retentionInEffect } from '../../../platform/db/space-retention.ts';
import { withoutVersion } from './purge.ts';

export interface Kept {
  /** How many of the newest versions of each file are kept. */
  readonly count: number;
  /** Versions created since this time are also kept. */
  readonly since: Date;
}

export interface FileKey {
  readonly spaceId: string;
  readonly nodeId: string;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Lists the spaces, except those on hold, that ever had a retention of their own, with what is in effect now. */
export async function listSpacesWithOwnRetention(
  db: Db,
  asked: { readonly installation: Retention; readonly now: Date },
): Promise<readonly { readonly id: string; readonly versionsKept: number; readonly versionDays: number }[]> {
  return await db
    .selectFrom('space')
    .select([
      'id',
      retentionInEffect('versionsKept', asked).as('versionsKept'),
      retentionInEffect('versionDays', asked).as('versionDays'),
    ])
    .where('retention_changed_at', 'is not', null)
    .where('hold_began_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Lists files that may have too many versions, in the order of their keys: of one space, or of all that never had a
 * retention of their own. Leaves out spaces on hold.
 */
export async function listOverfullFiles(
  db: Db,
  page: {
    readonly spaceId: string | undefined;
    readonly kept: Kept;
    readonly after: FileKey | undefined;
    readonly limit: number;
  },
): Promise<readonly FileKey[]> {
  const { spaceId, kept, after = { spaceId: FIRST, nodeId: FIRST }, limit } = page;
  const isThere =
    spaceId === undefined
      ? sql`not exists (select from space own where own.id = newest.space_id and own.retention_changed_at is not null)`
      : sql`newest.space_id = ${spaceId}`;
  const { rows } = await sql<FileKey>`
    select distinct newest.space_id as "spaceId", newest.node_id as "nodeId"
    from version newest
    where newest.number > ${kept.count} and newest.number > 1
      and (newest.space_id, newest.node_id) > (${after.spaceId}::uuid, ${after.nodeId}::uuid)
      and exists (select from version old
        where old.space_id = newest.space_id and old.node_id = newest.node_id
          and old.number <= newest.number - ${kept.count} and old.created_at < ${kept.since})
      and ${isThere} and not ${isOnHold(sql`newest.space_id`)}
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/**
 * Never deletes the current version, a labelled one, or the newest intact one. Returns the number of deleted versions
 * and the objects that no version refers to any more.
 */
export async function deleteOldVersions(
  tx: Tx,
  file: FileKey & { readonly kept: Kept; readonly limit: number },
): Promise<{ readonly deleted: number; readonly blobIds: readonly string[] }> {
  const { spaceId, nodeId, kept, limit } = file;
  const { rows } = await sql<{ readonly blob_id: string }>`
    delete from version where space_id = ${spaceId} and id in (
      select placed.id ${oldVersions({ spaceId, kept, nodeIds: sql`select ${nodeId}::uuid` })}
      order by placed.number limit ${limit}
    ) returning blob_id`.execute(tx);
  const blobIds = await withoutVersion(
    tx,
    rows.map((row) => row.blob_id),
  );
  return { deleted: rows.length, blobIds };
}

/** SQL: `from` and `where` for the versions of these files that are not kept, as `placed`. */
function oldVersions(of: {
  readonly spaceId: string;
  readonly kept: Kept;
  readonly nodeIds: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const { spaceId, kept, nodeIds } = of;
  return sql`from (
      select version.id, version.node_id, version.created_at, version.number, version.label,
        row_number() over newest as place,
        count(*) filter (where blob.damaged_at is null) over (
          newest rows between unbounded preceding and 1 preceding
        ) as newer_whole
      from version join blob on blob.id = version.blob_id
      where version.space_id = ${spaceId} and version.node_id in (${nodeIds})
      window newest as (partition by version.node_id order by version.number desc)
    ) placed
    where placed.place > ${kept.count} and placed.created_at < ${kept.since} and placed.newer_whole > 0
      and placed.label is null
      and placed.id <> (select current_version_id from node where space_id = ${spaceId} and id = placed.node_id)`;
}

/** Counts the versions of a space that are not kept, up to `limit`, in no more than `limit` files. */
export async function countOldVersions(
  db: Db,
  { spaceId, kept, limit }: { readonly spaceId: string; readonly kept: Kept; readonly limit: number },
): Promise<number> {
  const nodeIds = sql`
    select distinct newest.node_id from version newest
    where newest.space_id = ${spaceId} and newest.number > ${kept.count} and newest.number > 1
    limit ${limit}`;
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (select ${oldVersions({ spaceId, kept, nodeIds })} limit ${limit}) due`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
