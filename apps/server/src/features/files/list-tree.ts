import { LIMITS, type NodeId, type TreePage, type TreeRequest } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
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
 * Lists several folders in turn; each response contains the next request, so the server keeps no state. A missing
 * folder fails the call, so that a partial tree does not look complete.
 */
export async function listTree(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { readonly id: string },
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
    const { node, role } = defined(folders.get(id), 'a requested folder was not found');
    const room = LIMITS.pageSizeMax - found.length;
    if (room === 0) return ok(pageOf(found, { ids: ids.slice(index) }));
    const rows = await listRows(services.db, {
      folder: { spaceId: node.space_id, folderId: node.id, madeBy: onlyMadeBy(role, actor) },
      query: BY_NAME,
      start: index === 0 && cursor !== undefined ? cursor : FROM_START,
      // The extra row shows whether the folder has more items.
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
