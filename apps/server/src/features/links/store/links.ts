import type { SpaceRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { spaceRoles } from '../../../platform/db/held-roles.ts';
import type { LinkRow } from '../model.ts';

/** Links with all columns that decide whether they work. */
export const linksWith = (db: Db | Tx) =>
  db
    .selectFrom('link')
    .innerJoin('user', 'user.id', 'link.created_by')
    .select([
      'link.id',
      'link.space_id',
      'link.node_id',
      'link.kind',
      'link.label',
      'link.password_hash',
      'link.expires_at',
      'link.downloads_max',
      'link.downloads',
      'link.bytes_max',
      'link.bytes',
      'link.visits',
      'link.last_visit_at',
      'link.revoked_at',
      'link.created_by',
      'link.created_at',
      'link.revision',
      'user.name as creator_name',
      'user.status as creator_status',
    ])
    .select(
      sql<SpaceRole[] | null>`${spaceRoles(sql`link.space_id`, sql`link.created_by`)}`.as('creator_roles'),
    );

export async function findLinkByToken(db: Db | Tx, tokenHash: string): Promise<LinkRow | undefined> {
  return await linksWith(db).where('link.token_hash', '=', tokenHash).executeTakeFirst();
}

/** Finds a link, unless it was revoked. */
export async function findLink(db: Db | Tx, id: string): Promise<LinkRow | undefined> {
  return await linksWith(db)
    .where('link.id', '=', id)
    .where('link.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Lists the links of a node, newest first, without revoked ones. */
export async function listLinksOfNode(
  db: Db | Tx,
  node: { readonly spaceId: string; readonly nodeId: string; readonly limit: number },
): Promise<readonly LinkRow[]> {
  return await linksWith(db)
    .where('link.space_id', '=', node.spaceId)
    .where('link.node_id', '=', node.nodeId)
    .where('link.revoked_at', 'is', null)
    .orderBy('link.id', 'desc')
    .limit(node.limit)
    .execute();
}

/** Lists the links of several nodes, newest first, without revoked and expired ones. */
export async function listLinksOn(
  db: Db | Tx,
  nodes: {
    readonly spaceId: string;
    readonly nodeIds: readonly string[];
    readonly now: Date;
    readonly limit: number;
  },
): Promise<readonly LinkRow[]> {
  return await linksWith(db)
    .where('link.space_id', '=', nodes.spaceId)
    .where('link.node_id', '=', sql<string>`any(${nodes.nodeIds}::uuid[])`)
    .where('link.revoked_at', 'is', null)
    .where('link.expires_at', '>', nodes.now)
    .orderBy('link.id', 'desc')
    .limit(nodes.limit)
    .execute();
}

/** Lists the links that a person created, newest first, without revoked ones. */
export async function listLinksBy(
  db: Db | Tx,
  { userId, limit }: { readonly userId: string; readonly limit: number },
): Promise<readonly LinkRow[]> {
  return await linksWith(db)
    .where('link.created_by', '=', userId)
    .where('link.revoked_at', 'is', null)
    .orderBy('link.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countLinksOfNode(
  tx: Tx,
  node: { readonly spaceId: string; readonly nodeId: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('link')
    .select(sql<number>`count(*)`.as('count'))
    .where('space_id', '=', node.spaceId)
    .where('node_id', '=', node.nodeId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLink(
  tx: Tx,
  link: {
    readonly id: string;
    readonly spaceId: string;
    readonly nodeId: string;
    readonly kind: LinkRow['kind'];
    readonly tokenHash: string;
    readonly label: string;
    readonly passwordHash: string | null;
    readonly expiresAt: Date;
    readonly downloadsMax: number | null;
    readonly bytesMax: number | null;
    readonly createdBy: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('link')
    .values({
      id: link.id,
      space_id: link.spaceId,
      node_id: link.nodeId,
      kind: link.kind,
      token_hash: link.tokenHash,
      label: link.label,
      password_hash: link.passwordHash,
      expires_at: link.expiresAt,
      downloads_max: link.downloadsMax,
      bytes_max: link.bytesMax,
      last_visit_at: null,
      revoked_at: null,
      revoked_by: null,
      created_by: link.createdBy,
      created_at: link.now,
      updated_at: link.now,
    })
    .execute();
}

export async function changeLinkRow(
  tx: Tx,
  change: {
    readonly id: string;
    readonly label: string;
    readonly passwordHash: string | null;
    readonly expiresAt: Date;
    readonly downloadsMax: number | null;
    readonly bytesMax: number | null;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .updateTable('link')
    .set((set) => ({
      label: change.label,
      password_hash: change.passwordHash,
      expires_at: change.expiresAt,
      downloads_max: change.downloadsMax,
      bytes_max: change.bytesMax,
      updated_at: change.now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', change.id)
    .execute();
}

export async function revokeLinkRow(
  tx: Tx,
  link: { readonly id: string; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('link')
    .set({ revoked_at: link.now, revoked_by: link.by, updated_at: link.now })
    .where('id', '=', link.id)
    .execute();
}

/** Finds a link that this person revoked after `since`. */
export async function findRevokedLink(
  db: Db | Tx,
  { id, by, since }: { readonly id: string; readonly by: string; readonly since: Date },
): Promise<LinkRow | undefined> {
  return await linksWith(db)
    .where('link.id', '=', id)
    .where('link.revoked_by', '=', by)
    .where('link.revoked_at', '>', since)
    .executeTakeFirst();
}

export async function restoreLinkRow(
  tx: Tx,
  link: { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('link')
    .set({ revoked_at: null, revoked_by: null, updated_at: link.now })
    .where('id', '=', link.id)
    .execute();
}

/**
 * Counts downloads. Returns false if the link has ended or too few are left; the row lock keeps parallel calls within
 * the limit.
 */
export async function countDownloads(
  tx: Tx,
  use: { readonly id: string; readonly files: number; readonly bytes: number; readonly now: Date },
): Promise<boolean> {
  const counted = await tx
    .updateTable('link')
    .set((set) => ({ downloads: set('downloads', '+', use.files), bytes: set('bytes', '+', use.bytes) }))
    .where('id', '=', use.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', use.now)
    .where(sql<boolean>`(downloads_max is null or downloads + ${use.files}::int <= downloads_max)`)
    .where(sql<boolean>`(bytes_max is null or bytes + ${use.bytes}::bigint <= bytes_max)`)
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n;
}

/** Deletes old links and visits, and returns their number. */
export async function deleteOldLinks(
  tx: Tx,
  before: { readonly links: Date; readonly visits: Date },
): Promise<number> {
  const visits = await tx.deleteFrom('link_visit').where('at', '<', before.visits).executeTakeFirst();
  const ended = await tx
    .deleteFrom('link')
    .where((where) =>
      where.or([where('expires_at', '<', before.links), where('revoked_at', '<', before.links)]),
    )
    .executeTakeFirst();
  return Number(visits.numDeletedRows + ended.numDeletedRows);
}
