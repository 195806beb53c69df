import { LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

const OF_NODES = sql.raw(
  'node_parent, version_node, grant_node, star_node, follow_node, comment_node, node_tag_node, access_request_node, invited_grant_node',
);

export interface Passage {
  readonly fromSpaceId: string;
  readonly toSpaceId: string;
}

/** The nodes and all descendants, including trashed ones. Stops after `limit`. */
export async function listAllBelow(
  tx: Tx,
  below: { readonly spaceId: string; readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    with recursive below (id) as (
      select unnest(${below.ids}::uuid[])
      union
      select node.id from below join node on node.space_id = ${below.spaceId} and node.parent_id = below.id
    )
    select id from below limit ${below.limit}`;
  return (await query.execute(tx)).rows.map((row) => row.id);
}

/** A folder moves as a whole, and a large one, or one with many versions, takes longer than a statement may. */
export async function allowTimeFor(tx: Tx, rows: readonly unknown[]): Promise<void> {
  if (rows.length > LIMITS.copiedMax) await sql`set local statement_timeout = '5min'`.execute(tx);
}

interface OwnBlob {
  readonly id: string;
  readonly size_bytes: number;
}

/** The objects of all versions of the nodes. */
export async function listBlobsOf(
  tx: Tx,
  { spaceId, ids }: { readonly spaceId: string; readonly ids: readonly string[] },
): Promise<readonly OwnBlob[]> {
  const query = sql<OwnBlob>`
    select blob.id, blob.size_bytes
    from (
      select distinct blob_id from version where space_id = ${spaceId} and node_id = any(${ids}::uuid[])
    ) used join blob on blob.id = used.blob_id`;
  return (await query.execute(tx)).rows;
}

/**
 * Moves the rows of nodes, and all rows that refer to them, to another space. Foreign keys are checked after all rows
 * have changed; folder revisions keep increasing, because open pages compare them.
 */
export async function changeSpaceOf(
  tx: Tx,
  change: Passage & { readonly ids: readonly string[] },
): Promise<void> {
  const { fromSpaceId, toSpaceId, ids } = change;
  await sql`set constraints ${OF_NODES} deferred`.execute(tx);
  for (const table of [
    'version',
    'star',
    'follow',
    'grant',
    'link',
    'comment',
    'node_tag',
    'access_request',
    'invited_grant',
  ] as const) {
    await sql`
      update ${sql.table(table)} set space_id = ${toSpaceId}
      where space_id = ${fromSpaceId} and node_id = any(${ids}::uuid[])`.execute(tx);
  }
  await sql`
    update node set space_id = ${toSpaceId}, revision = revision + 1
    where space_id = ${fromSpaceId} and id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    with before as (
      delete from folder_content where space_id = ${fromSpaceId} and folder_id = any(${ids}::uuid[])
      returning folder_id, revision
    )
    insert into folder_content as content (space_id, folder_id, folders, files, file_bytes, revision)
    select ${toSpaceId}::uuid, folder_id, 0, 0, 0, revision + 1 from before
    on conflict (space_id, folder_id) do update set revision = content.revision + excluded.revision`.execute(
    tx,
  );
}

export async function checkConstraints(tx: Tx): Promise<void> {
  await sql`set constraints ${OF_NODES} immediate`.execute(tx);
}
