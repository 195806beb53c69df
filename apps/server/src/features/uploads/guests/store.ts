import { LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { OPEN_STATES } from '../model.ts';

/** What all guests of a request, or one hand-in, have uploaded. */
export interface GuestUse {
  /** Files that have arrived. Several versions of a file count once, except by a link to that file. */
  readonly files: number;
  readonly bytes: number;
  /** Files of running uploads. They no longer count if the upload ends without a file. */
  readonly openFiles: number;
  readonly openBytes: number;
  /** The number of all uploads, counting every version. */
  readonly uploads: number;
}

/** The id by which files are counted. By a link to a file, each upload counts, because all become its versions. */
const counted = sql`case when replaces_id is null then node_id else id end`;

/** The usage by request or by hand-in. Exact under the space lock. */
export async function sumGuestUploads(
  db: Db | Tx,
  by: 'request_id' | 'hand_in_id',
  ids: readonly string[],
): Promise<ReadonlyMap<string, GuestUse>> {
  if (ids.length === 0) return new Map();
  const isOpen = sql`state <> 'committed'`;
  const rows = await db
    .selectFrom('upload')
    .select([
      sql<string>`${sql.ref(by)}`.as('id'),
      sql<number>`count(distinct ${counted}) filter (where not ${isOpen})`.as('files'),
      sql<number>`coalesce(sum(size_bytes) filter (where not ${isOpen}), 0)::bigint`.as('bytes'),
      sql<number>`count(distinct ${counted}) - count(distinct ${counted}) filter (where not ${isOpen})`.as(
        'openFiles',
      ),
      sql<number>`count(*)`.as('uploads'),
      sql<number>`coalesce(sum(size_bytes) filter (where ${isOpen}), 0)::bigint`.as('openBytes'),
    ])
    .where(by, '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', [...OPEN_STATES, 'committed'])
    .groupBy(by)
    .execute();
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

/** Filters the nodes to which guests of the request have already uploaded. */
export async function listUploadedTo(
  tx: Tx,
  requestId: string,
  nodeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (nodeIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('upload')
    .select('node_id')
    .distinct()
    .where('request_id', '=', requestId)
    .where('node_id', '=', sql<string>`any(${nodeIds}::uuid[])`)
    .where('replaces_id', 'is', null)
    .where('state', 'in', [...OPEN_STATES, 'committed'])
    .execute();
  return new Set(rows.map((row) => row.node_id));
}

export interface ArrivalRow {
  readonly files: number;
  readonly bytes: number;
  readonly at: Date;
}

/** Lists uploads of guests, grouped by guest and minute, newest first. */
export async function listGuestArrivals(
  db: Db,
  { requestId, since, limit }: { readonly requestId: string; readonly since: Date; readonly limit: number },
): Promise<readonly ArrivalRow[]> {
  const { rows } = await sql<ArrivalRow>`
    select count(*)::int as files, sum(size_bytes)::bigint as bytes, max(updated_at) as at from upload
    where request_id = ${requestId} and state = 'committed' and updated_at > ${since}
    group by hand_in_id, date_trunc('minute', updated_at)
    order by at desc limit ${limit}`.execute(db);
  return rows;
}

export interface GuestUploadRow {
  readonly id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly state: string;
  readonly updated_at: Date;
  /** SHA-256 of the whole file, or composed of the parts, ending with a hyphen and their count. */
  readonly sha256: string | null;
  readonly content_sha256: string | null;
  readonly verified_at: Date | null;
}

/** The uploads of a hand-in in the order of reservation, without those that ended without a file. */
export async function listHandInUploads(
  db: Db | Tx,
  { handInId, limit }: { readonly handInId: string; readonly limit: number },
): Promise<readonly GuestUploadRow[]> {
  return await db
    .selectFrom('upload')
    .innerJoin('blob', 'blob.id', 'upload.blob_id')
    .select([
      'upload.id',
      'upload.parent_id',
      'upload.name',
      'upload.size_bytes',
      'upload.state',
      'upload.updated_at',
      'blob.sha256',
      'blob.content_sha256',
      'blob.verified_at',
    ])
    .where('upload.hand_in_id', '=', handInId)
    .where('upload.state', 'in', [...OPEN_STATES, 'committed'])
    .orderBy('upload.id')
    .limit(limit)
    .execute();
}

/**
 * Sets open uploads to expired, so that they can no longer be signed or committed; `expireUploads` frees their quota.
 * Exact, because commits take the space lock too.
 */
export async function endGuestUploads(
  tx: Tx,
  of: { readonly by: 'request_id' | 'hand_in_id'; readonly id: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ expires_at: of.now })
    .where(of.by, '=', of.id)
    .where('state', 'in', OPEN_STATES)
    .where('expires_at', '>', of.now)
    .execute();
}

/** Sets when open uploads of a request expire: with the request, or earlier at their own maximum age. */
export async function moveGuestUploadEnds(
  tx: Tx,
  request: { readonly id: string; readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ expires_at: sql`least(created_at + ${LIMITS.uploadLifeMs} * interval '1 ms', ${request.endsAt})` })
    .where('request_id', '=', request.id)
    .where('state', 'in', OPEN_STATES)
    .where('expires_at', '>', request.now)
    .execute();
}
