import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface LockRow {
  readonly token: string;
  readonly node_id: string;
  readonly user_id: string;
  readonly is_shared: boolean;
  /** Whether the lock also protects everything below. */
  readonly is_deep: boolean;
  /** The owner as the client describes them, as XML. */
  readonly owner_xml: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const COLUMNS = [
  'token',
  'node_id',
  'user_id',
  'is_shared',
  'is_deep',
  'owner_xml',
  'created_at',
  'expires_at',
] as const;

/** Lists the locks on these nodes themselves, oldest first. */
export async function listLocks(
  db: Db | Tx,
  { nodeIds, now }: { readonly nodeIds: readonly string[]; readonly now: Date },
): Promise<readonly LockRow[]> {
  if (nodeIds.length === 0) return [];
  return await db
    .selectFrom('dav_lock')
    .select(COLUMNS)
    .where('node_id', '=', sql<string>`any(${nodeIds}::uuid[])`)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('token')
    .execute();
}

interface Below {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly now: Date;
}

/** Lists the locks on nodes below this one that are not in the trash. Follows parents up from the locks, because there are few locks. */
export async function listLocksBelow(db: Db | Tx, below: Below): Promise<readonly LockRow[]> {
  const { spaceId, nodeId, now } = below;
  const query = sql<LockRow>`
    with recursive up (token, parent_id) as (
      select dav_lock.token, node.parent_id
      from dav_lock join node on node.id = dav_lock.node_id
      where node.space_id = ${spaceId} and dav_lock.expires_at > ${now} and node.trashed_at is null
      union all
      select up.token, node.parent_id
      from up join node on node.space_id = ${spaceId} and node.id = up.parent_id
      where up.parent_id <> ${nodeId} and node.trashed_at is null
    )
    select ${sql.join(COLUMNS.map((column) => sql.ref(`dav_lock.${column}`)))}
    from up join dav_lock on dav_lock.token = up.token where up.parent_id = ${nodeId}`;
  return (await query.execute(db)).rows;
}

export async function insertLock(tx: Tx, row: LockRow): Promise<void> {
  await tx.insertInto('dav_lock').values(row).execute();
}

export async function extendLock(
  db: Db,
  lock: { readonly token: string; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('dav_lock')
    .set({ expires_at: lock.expiresAt })
    .where('token', '=', lock.token)
    .execute();
}

export async function deleteLocks(db: Db | Tx, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await db.deleteFrom('dav_lock').where('token', '=', sql<string>`any(${tokens}::uuid[])`).execute();
}

export async function countLocksOf(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('dav_lock')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteExpiredLocks(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('dav_lock')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
