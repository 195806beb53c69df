import type { SpaceColor } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

const ARCHIVES_MAX = 1_000;

interface ArchivedRow {
  readonly id: string;
  readonly name: string;
  readonly color: SpaceColor;
  readonly root_id: string;
  readonly used_bytes: number;
  readonly archived_at: Date;
  readonly is_on_hold: boolean;
}

/**
 * Archives a space: moves the members to `archived_member`, so that every query for a role finds none. Requires the
 * space lock.
 */
export async function archiveRow(
  tx: Tx,
  { spaceId, now }: { readonly spaceId: string; readonly now: Date },
): Promise<void> {
  await sql`
    with gone as (delete from member where space_id = ${spaceId} returning space_id, user_id, role, created_at)
    insert into archived_member (space_id, user_id, role, created_at) select * from gone`.execute(tx);
  await setGroupsArchived(tx, { spaceId, isArchived: true });
  await setArchivedAt(tx, { spaceId, archivedAt: now, now });
}

/** Restores an archived space with its members, and what a hold kept from its deletion. Requires the space lock. */
export async function restoreArchivedRow(
  tx: Tx,
  { spaceId, now }: { readonly spaceId: string; readonly now: Date },
): Promise<void> {
  await sql`
    with back as (
      delete from archived_member where space_id = ${spaceId} returning space_id, user_id, role, created_at
    )
    insert into member (space_id, user_id, role, created_at)
    select back.* from back join "user" on "user".id = back.user_id where "user".status != 'removed'`.execute(
    tx,
  );
  await nameRemainingOwner(tx, spaceId);
  await setGroupsArchived(tx, { spaceId, isArchived: false });
  // The job that empties archives may have begun: see `trashRootChildren`.
  await sql`
    update node set trashed_at = null, revision = node.revision + 1
    from space where space.id = ${spaceId} and node.space_id = space.id and node.parent_id = space.root_id
      and node.trashed_at = space.archived_at and node.trashed_by is null and node.purge_began_at is null`.execute(
    tx,
  );
  await setArchivedAt(tx, { spaceId, archivedAt: null, now });
}

/** The account of the owner whom reports name may have been deleted while the space was archived. */
async function nameRemainingOwner(tx: Tx, spaceId: string): Promise<void> {
  await sql`
    update space set owner_id = other.user_id
    from (
      select member.user_id from member join "user" on "user".id = member.user_id
      where member.space_id = ${spaceId} and member.role = 'owner'
      order by ("user".status = 'active') desc, member.created_at, member.user_id
      limit 1
    ) as other
    where space.id = ${spaceId} and not exists (
      select from member where member.space_id = ${spaceId} and member.user_id = space.owner_id and member.role = 'owner')`.execute(
    tx,
  );
}

async function setGroupsArchived(
  tx: Tx,
  { spaceId, isArchived }: { readonly spaceId: string; readonly isArchived: boolean },
): Promise<void> {
  await tx
    .updateTable('space_group')
    .set({ is_archived: isArchived })
    .where('space_id', '=', spaceId)
    .execute();
}

async function setArchivedAt(
  tx: Tx,
  change: { readonly spaceId: string; readonly archivedAt: Date | null; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('space')
    .set((set) => ({
      archived_at: change.archivedAt,
      updated_at: change.now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', change.spaceId)
    .execute();
}

/** Lists archived spaces that the person owns and can restore, newest first. */
export async function listRestorable(
  db: Db | Tx,
  key: { readonly userId: string; readonly archivedAfter: Date; readonly spaceId?: string },
): Promise<readonly ArchivedRow[]> {
  const rows = await db
    .selectFrom('space')
    .innerJoin('archived_member', 'archived_member.space_id', 'space.id')
    .select(['space.id', 'space.name', 'space.color', 'space.root_id', 'space.used_bytes'])
    .select((eb) => eb.ref('space.archived_at').$notNull().as('archived_at'))
    .select(sql<boolean>`space.hold_began_at is not null`.as('is_on_hold'))
    .where('archived_member.user_id', '=', key.userId)
    .where('archived_member.role', '=', 'owner')
    .where((eb) =>
      eb.or([
        eb('space.archived_at', '>', key.archivedAfter),
        eb.and([eb('space.archived_at', 'is not', null), eb('space.hold_began_at', 'is not', null)]),
      ]),
    )
    .where('space.emptied_at', 'is', null)
    .$if(key.spaceId !== undefined, (query) => query.where('space.id', '=', key.spaceId ?? ''))
    .orderBy('space.archived_at', 'desc')
    .orderBy('space.id')
    .limit(ARCHIVES_MAX)
    .execute();
  return rows;
}

export async function findRestorable(
  db: Db | Tx,
  key: { readonly userId: string; readonly archivedAfter: Date; readonly spaceId: string },
): Promise<ArchivedRow | undefined> {
  return (await listRestorable(db, key))[0];
}

export async function listExpiredArchives(
  db: Db,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<readonly Pick<ArchivedRow, 'id' | 'root_id' | 'archived_at'>[]> {
  return await db
    .selectFrom('space')
    .select(['id', 'root_id'])
    .select((eb) => eb.ref('archived_at').$notNull().as('archived_at'))
    .where('archived_at', '<=', until)
    .where('emptied_at', 'is', null)
    .where('hold_began_at', 'is', null)
    .orderBy('archived_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Trashes children of the root, and returns their number. Fewer than the limit means that none is left. */
export async function trashRootChildren(
  tx: Tx,
  input: { readonly spaceId: string; readonly rootId: string; readonly at: Date; readonly limit: number },
): Promise<number> {
  const { spaceId, rootId, at, limit } = input;
  const trashed = await sql`
    update node set trashed_at = ${at}, revision = revision + 1
    where space_id = ${spaceId} and id in (
      select id from node
      where space_id = ${spaceId} and parent_id = ${rootId} and trashed_at is null
      limit ${limit}
    )`.execute(tx);
  return Number(trashed.numAffectedRows ?? 0n);
}

export async function markEmptied(
  tx: Tx,
  { spaceId, now }: { readonly spaceId: string; readonly now: Date },
): Promise<void> {
  await tx.updateTable('space').set({ emptied_at: now, updated_at: now }).where('id', '=', spaceId).execute();
}
