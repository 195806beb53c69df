import { LIMITS, type NodeId, type Person, type TreePage, type TreeRequest } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { parseCursor, writeCursor } from './cursor.ts';
import { listRows, type Start } from './list-rows.ts';
import type { FilesFailure, NodeRow } from './model.ts';
import { findNodes } from './node-access.ts';
import { onlyMadeBy } from './policy.ts';
import { presentTreeEntry } from './present.ts';
import { positionOf } from './store/children.ts';

const BY_NAME = { sort: 'name', order: 'asc' } as const;
const FROM_START: Start = { at: 0, folders: Number.MAX_SAFE_INTEGER, files: Number.MAX_SAFE_INTEGER };

/**
 * The entries of several folders, one after the other, each as `listChildren` shows it by name. Nothing is kept between two pages: what
 * is left is the next request. A folder that is gone fails the call, since a tree that lacks it would be taken for the whole.
 */
export async function listTree(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { ids, after }: TreeRequest,
): Outcome<TreePage, FilesFailure> {
  const folders = await findNodes(services.db, { actor, now: services.clock.now() }, ids);
  if (ids.some((id) => folders.get(id)?.node.kind !== 'folder')) return err({ code: 'node_not_found' });
  const cursor = after === undefined ? undefined : parseCursor(after, BY_NAME, () => 'name');
  if (after !== undefined && cursor === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const found: NodeRow[] = [];
  for (const [index, id] of ids.entries()) {
    const { node, role } = defined(folders.get(id), 'every folder was found');
    const room = LIMITS.pageSizeMax - found.length;
    if (room === 0) return ok(pageOf(found, { ids: ids.slice(index) }));
    const rows = await listRows(services.db, {
      folder: { spaceId: node.space_id, folderId: node.id, madeBy: onlyMadeBy(role, actor) },
      query: BY_NAME,
      start: index === 0 && cursor !== undefined ? cursor : FROM_START,
      // One more than there is room for tells whether the folder goes on.
      limit: room + 1,
    });
    found.push(...rows.slice(0, room));
    const last = rows[room - 1];
    if (rows.length > room && last !== undefined) {
      const behind = writeCursor(BY_NAME, { kind: last.kind, position: positionOf(last, 'name') });
      return ok(pageOf(found, { ids: ids.slice(index), after: behind }));
    }
  }
  return ok(pageOf(found, null));
}

function pageOf(
  rows: readonly NodeRow[],
  next: { readonly ids: readonly NodeId[]; readonly after?: string } | null,
): TreePage {
  return { items: rows.map(presentTreeEntry), next: next === null ? null : { ...next, ids: [...next.ids] } };
}
