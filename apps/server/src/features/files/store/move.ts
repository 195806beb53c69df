import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { NodeRow } from '../model.ts';
import { columnsOf } from './nodes.ts';
import { searchText } from '../../../platform/texts/search-text.ts';

export interface NewPlace {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly nameSort: string;
}

/**
 * Moves and renames nodes, also out of the trash. Changes one row per node and returns the rows unordered; a taken name
 * violates the index `node_name`.
 */
export async function moveRows(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly now: Date;
    readonly places: readonly NewPlace[];
  },
): Promise<readonly NodeRow[]> {
  const { places } = change;
  if (places.length === 0) return [];
  const query = sql<NodeRow>`
    update node set parent_id = place.parent_id, name = place.name, name_key = place.name_key,
      name_sort = place.name_sort, name_search = place.name_search, trashed_at = null,
      trashed_by = null, updated_at = ${change.now}, revision = node.revision + 1
    from unnest(
      ${places.map((place) => place.id)}::uuid[],
      ${places.map((place) => place.parentId)}::uuid[],
      ${places.map((place) => place.name)}::text[],
      ${places.map((place) => place.nameKey)}::text[],
      ${places.map((place) => place.nameSort)}::text[],
      ${places.map((place) => searchText(place.name))}::text[]
    ) as place (id, parent_id, name, name_key, name_sort, name_search)
    where node.space_id = ${change.spaceId} and node.id = place.id
    returning ${columnsOf('node')}`;
  return (await query.execute(tx)).rows;
}

export interface TrashPlace extends NewPlace {
  readonly spaceId: string;
  readonly trashedAt: Date;
}

/** Moves items that are in the trash. Names in the trash are not unique. */
export async function placeInTrash(tx: Tx, places: readonly TrashPlace[]): Promise<void> {
  if (places.length === 0) return;
  await sql`
    update node set parent_id = place.parent_id, name = place.name, name_key = place.name_key,
      name_sort = place.name_sort, name_search = place.name_search, trashed_at = place.trashed_at
    from unnest(
      ${places.map((place) => place.spaceId)}::uuid[],
      ${places.map((place) => place.id)}::uuid[],
      ${places.map((place) => place.parentId)}::uuid[],
      ${places.map((place) => place.name)}::text[],
      ${places.map((place) => place.nameKey)}::text[],
      ${places.map((place) => place.nameSort)}::text[],
      ${places.map((place) => searchText(place.name))}::text[],
      ${places.map((place) => place.trashedAt)}::timestamptz[]
    ) as place (space_id, id, parent_id, name, name_key, name_sort, name_search, trashed_at)
    where node.space_id = place.space_id and node.id = place.id and node.trashed_at is not null`.execute(tx);
}
