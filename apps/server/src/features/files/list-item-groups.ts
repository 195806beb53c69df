import type { ItemGroups, ItemGroupsQuery, NodeId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { parseFilter, readFiltered } from './find/name-filter.ts';
import { findNode } from './node-access.ts';
import { onlyMadeBy } from './policy.ts';
import { countChildren, type Folder } from './store/children.ts';
import { countByDate, countByMediaType, type GroupCount } from './store/groups.ts';

const MEDIA_TYPES_MAX = 100;

/** The sizes of the groups of a list, in order, without reading the list. */
export async function listItemGroups(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { readonly id: string },
  input: { readonly nodeId: NodeId; readonly query: ItemGroupsQuery },
): Outcome<ItemGroups, { readonly code: 'node_not_found' }> {
  const { query } = input;
  const access = await findNode(services.db, { actor, now: services.clock.now() }, input.nodeId);
  if (access === undefined || access.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const folder: Folder = {
    spaceId: access.node.space_id,
    folderId: access.node.id,
    madeBy: onlyMadeBy(access.role, actor),
  };
  const read = async (db: Tx, part: Folder) => await readGroups(db, part, query);
  const all = query.filter === undefined ? undefined : await countChildren(services.db, folder);
  const filter = parseFilter(query.filter, (all?.folders ?? 0) + (all?.files ?? 0));
  if (filter === undefined) return ok((await inSnapshot(services.db, (tx) => read(tx, folder))).groups);
  const matches = await readFiltered(services.db, { folder, filter }, read);
  return ok(matches?.found.groups ?? { folders: 0, files: [] });
}

async function readGroups(
  db: Db | Tx,
  folder: Folder,
  query: ItemGroupsQuery,
): Promise<{ readonly total: number; readonly groups: ItemGroups }> {
  const { folders, files } = await countChildren(db, folder);
  const counted = await countGroups(db, folder, query);
  const rest = { key: null, count: files - counted.reduce((sum, { count }) => sum + count, 0) };
  // With the oldest files first, the groups are in reverse order.
  const inOrder =
    query.by === 'modified' && query.order === 'asc' ? [rest, ...counted.toReversed()] : [...counted, rest];
  return { total: folders + files, groups: { folders, files: inOrder.filter(({ count }) => count > 0) } };
}

async function countGroups(
  db: Db | Tx,
  folder: Folder,
  query: ItemGroupsQuery,
): Promise<readonly GroupCount[]> {
  return query.by === 'modified'
    ? await countByDate(db, folder, query.since ?? [])
    : await countByMediaType(db, folder, { order: query.order, limit: MEDIA_TYPES_MAX });
}
