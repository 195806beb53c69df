import {
  type ChildrenQuery,
  type NodeId,
  type NodePage,
  type NodePosition,
  type NodeView,
  type Person,
  type PositionQuery,
  presentRole,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { type Cursor, parseCursor, writeCursor } from './cursor.ts';
import { isMatch, parseFilter, readFiltered } from './find/name-filter.ts';
import { listRows } from './list-rows.ts';
import { type FilesFailure, type NodeRow, sortOf } from './model.ts';
import { findNode } from './node-access.ts';
import { onlyMadeBy } from './policy.ts';
import type { PositionMarks } from './position-marks.ts';
import { presentNode } from './present.ts';
import { withTags } from './tags/with-tags.ts';
import { withPictures } from './with-pictures.ts';
import { countBefore, countChildren, type Folder, positionOf } from './store/children.ts';
import { listMatches } from './store/find/matches.ts';

/** Lists a folder from a position or a cursor: folders first, then files. */
export async function listChildren(
  services: Pick<Services, 'db' | 'clock'> & { readonly positionMarks?: PositionMarks },
  actor: { readonly id: string },
  input: {
    readonly nodeId: NodeId;
    readonly query: ChildrenQuery;
    /** Whether the reader may see thumbnails. */
    readonly showsPictures?: boolean;
    /** Whether to add tags. They include the actor's own, so the reader must be the actor. */
    readonly showsTags?: boolean;
  },
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
  const { positionMarks } = services;
  const read = async (db: Db | Tx, part: Folder): Promise<Found> => {
    const counts = await countChildren(db, part);
    const start = cursor ?? { at: query.at, ...counts };
    // The extra row shows whether a next page exists.
    const rows = await listRows(db, { folder: part, query, start, limit: query.limit + 1, positionMarks });
    return { rows, total: counts.folders + counts.files, revision: counts.revision };
  };
  const isJump = cursor === undefined && query.at > 0;
  const {
    rows,
    total,
    revision,
    isPartial = false,
  } = query.filter !== undefined
    ? await findMatches(services.db, { folder, filter: query.filter }, { query, cursor, read })
    : await (isJump ? inSnapshot(services.db, (tx) => read(tx, folder)) : read(services.db, folder));
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length <= query.limit
      ? null
      : writeCursor(query, { kind: last.kind, position: positionOf(last, keyOf(last.kind)) });
  const items = shown.map(presentNode);
  return ok({
    items: await withMore(services.db, items, {
      showsPictures: input.showsPictures,
      tagsFor: input.showsTags === true ? actor.id : undefined,
    }),
    total,
    isPartial,
    next,
    folderRevision: revision ?? (folder.madeBy === undefined ? 0 : null),
    role: presentRole(access.role),
  });
}

/** Adds thumbnails and tags, read in parallel. */
async function withMore(
  db: Db,
  items: readonly NodeView[],
  more: { readonly showsPictures: boolean | undefined; readonly tagsFor: string | undefined },
): Promise<NodeView[]> {
  const [pictured, tagged] = await Promise.all([
    more.showsPictures === true ? withPictures(db, items) : items,
    more.tagsFor === undefined ? items : withTags(db, more.tagsFor, items),
  ]);
  return pictured.map((node, index) => {
    const tags = tagged[index]?.tags;
    return tags === undefined ? node : { ...node, tags };
  });
}

interface Found {
  readonly rows: readonly NodeRow[];
  readonly total: number;
  readonly revision?: number | undefined;
  readonly isPartial?: boolean;
}

const NOTHING = { rows: [], total: 0 };

async function findMatches(
  db: Db,
  { folder, filter: typed }: { readonly folder: Folder; readonly filter: string },
  page: {
    readonly query: ChildrenQuery;
    readonly cursor: Cursor | undefined;
    readonly read: (db: Db | Tx, folder: Folder) => Promise<Found>;
  },
): Promise<Found> {
  // The revision is read before the matches. If the folder changes in between, the change is announced again.
  const { folders, files, revision } = await countChildren(db, folder);
  const filter = parseFilter(typed, folders + files);
  if (filter === undefined) return await inSnapshot(db, (tx) => page.read(tx, folder));
  const { sort, order, at, limit } = page.query;
  const start = page.cursor ?? { at };
  const matches = await readFiltered(db, { folder, filter }, async (tx, part) => {
    const found = await listMatches(tx, { folder: part, sort, order, start, limit: limit + 1 });
    return { rows: found.rows, total: found.folders + found.files };
  });
  return { ...(matches?.found ?? NOTHING), revision, isPartial: matches?.isPartial ?? true };
}

/**
 * Returns the number of items before the node in its folder. A root, and an item shared without its folder, have no
 * position.
 */
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
  const read = async (db: Tx, part: Folder) => {
    const { folders, files } = await countChildren(db, part);
    const position = positionOf(node, sort.key);
    const before = await countBefore(db, { ...part, kind: node.kind, sort, position });
    return { folders, total: folders + files, index: node.kind === 'folder' ? before : folders + before };
  };
  const all = query.filter === undefined ? undefined : await countChildren(services.db, folder);
  const filter = parseFilter(query.filter, (all?.folders ?? 0) + (all?.files ?? 0));
  if (filter === undefined) {
    const { index, folders } = await inSnapshot(services.db, (tx) => read(tx, folder));
    return ok({ index, folders });
  }
  const matches = isMatch(filter, node.name)
    ? await readFiltered(services.db, { folder, filter }, read)
    : undefined;
  if (matches === undefined) return err({ code: 'node_not_found' });
  return ok({ index: matches.found.index, folders: matches.found.folders });
}
