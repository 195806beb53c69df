import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface PropertyRow {
  /** The name in the form `{namespace}name`. */
  readonly name: string;
  /** The whole element as XML. */
  readonly xml: string;
}

/** Lists properties by node id. Without `names`, all of them. */
export async function listProperties(
  db: Db | Tx,
  nodeIds: readonly string[],
  names?: readonly string[],
): Promise<ReadonlyMap<string, readonly PropertyRow[]>> {
  if (nodeIds.length === 0 || names?.length === 0) return new Map();
  const rows = await db
    .selectFrom('dav_property')
    .select(['node_id', 'name', 'xml'])
    .where('node_id', '=', sql<string>`any(${nodeIds}::uuid[])`)
    .$if(names !== undefined, (query) => query.where('name', '=', sql<string>`any(${names}::text[])`))
    .orderBy('node_id')
    .orderBy('name')
    .execute();
  return Map.groupBy(rows, (row) => row.node_id);
}

export async function setProperty(tx: Tx, nodeId: string, { name, xml }: PropertyRow): Promise<void> {
  await tx
    .insertInto('dav_property')
    .values({ node_id: nodeId, name, xml })
    .onConflict((taken) => taken.columns(['node_id', 'name']).doUpdateSet({ xml }))
    .execute();
}

export async function removeProperty(tx: Tx, nodeId: string, name: string): Promise<void> {
  await tx.deleteFrom('dav_property').where('node_id', '=', nodeId).where('name', '=', name).execute();
}

export async function copyProperties(db: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into dav_property (node_id, name, xml)
    select ${toId}::uuid, name, xml from dav_property where node_id = ${fromId}
    on conflict do nothing`.execute(db);
}
