import type { ChildrenQuery, NodeId, NodePage, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import { parseCursor, writeCursor } from './cursor.ts';
import { type Folder, listRows } from './list-rows.ts';
import { type FilesFailure, type NodeRow, sortOf } from './model.ts';
import { findNode } from './node-access.ts';
import { onlyMadeBy } from './policy.ts';
import { presentNode } from './present.ts';
import { countChildren, positionOf } from './store/children.ts';

/** A page of a folder: folders first, then files, each in the order of the sort; from any position or behind a cursor. */
export async function listChildren(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
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
    // One more than asked for tells whether there is a next page.
    return { counts, rows: await listRows(db, { folder, query, start, limit: query.limit + 1 }) };
  };
  const isJump = cursor === undefined && query.at > 0;
  const { counts, rows } = isJump ? await inSnapshot(services.db, read) : await read(services.db);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length <= query.limit
      ? null
      : writeCursor(query, { kind: last.kind, position: positionOf(last, keyOf(last.kind)) });
  return ok({ items: shown.map(presentNode), total: counts.folders + counts.files, next });
}
