import {
  type ChildrenQuery,
  type NodeId,
  type NodePage,
  type NodePosition,
  type Person,
  type PositionQuery,
  presentRole,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { parseCursor, writeCursor } from './cursor.ts';
import { listRows } from './list-rows.ts';
import { type FilesFailure, type NodeRow, sortOf } from './model.ts';
import { findNode } from './node-access.ts';
import { onlyMadeBy } from './policy.ts';
import type { PositionMarks } from './position-marks.ts';
import { presentNode } from './present.ts';
import { countBefore, countChildren, type Folder, positionOf } from './store/children.ts';

/** Folders first, then files; from a position or a cursor. */
export async function listChildren(
  services: Pick<Services, 'db' | 'clock'> & { readonly positionMarks?: PositionMarks },
  actor: { readonly id: string },
  input: { readonly nodeId: NodeId; readonly query: ChildrenQuery },
): Outcome<NodePage, FilesFailure> {
  const { query } = input;
  const access = await findNode(services.db, { actor, now: services.clock.now() }, input.nodeId);
  if (access === undefined || access.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const keyOf = (kind: NodeRow['kind']) => sortOf(kind, query.sort, query.order).key;
  const cursor = query.after === undefined ? undefined : parseCursor(query.after, query, keyOf);
  if (query.after !== undefined && cursor === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const folder: Folder = {
    spaceId: access.node.space_id,
    folderId: access.node.id,
    madeBy: onlyMadeBy(access.role, actor),
  };
  const read = async (db: Db | Tx) => {
    const counts = await countChildren(db, folder);
    const start = cursor ?? { at: query.at, ...counts };
    // The extra row shows whether a next page exists.
    const { positionMarks } = services;
    return {
      counts,
      rows: await listRows(db, { folder, query, start, limit: query.limit + 1, positionMarks }),
    };
  };
  const isJump = cursor === undefined && query.at > 0;
  const { counts, rows } = isJump ? await inSnapshot(services.db, read) : await read(services.db);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length <= query.limit
      ? null
      : writeCursor(query, { kind: last.kind, position: positionOf(last, keyOf(last.kind)) });
  return ok({
    items: shown.map(presentNode),
    total: counts.folders + counts.files,
    next,
    folderRevision: counts.revision ?? (folder.madeBy === undefined ? 0 : null),
    role: presentRole(access.role),
  });
}

/** Number of items before the node in its folder. A root and what was shared without its folder have no position. */
export async function getPosition(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { nodeId, query }: { readonly nodeId: NodeId; readonly query: PositionQuery },
): Outcome<NodePosition, { readonly code: 'node_not_found' }> {
  const access = await findNode(services.db, { actor, now: services.clock.now() }, nodeId);
  const parent = access?.ancestors.at(-1);
  if (access === undefined || parent?.role === undefined) return err({ code: 'node_not_found' });
  const { node } = access;
  const folder: Folder = {
    spaceId: node.space_id,
    folderId: parent.id,
    madeBy: onlyMadeBy(parent.role, actor),
  };
  const sort = sortOf(node.kind, query.sort, query.order);
  const [{ folders }, before] = await inSnapshot(services.db, async (db) => [
    await countChildren(db, folder),
    await countBefore(db, { ...folder, kind: node.kind, sort, position: positionOf(node, sort.key) }),
  ]);
  return ok({ index: node.kind === 'folder' ? before : folders + before, folders });
}
