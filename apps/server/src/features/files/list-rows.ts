import type { ChildrenQuery } from '@coffer/contracts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Cursor } from './cursor.ts';
import { type NodeRow, sortOf } from './model.ts';
import { listChildRows } from './store/children.ts';

export interface Folder {
  readonly spaceId: string;
  readonly folderId: string;
  readonly madeBy: string | undefined;
}

/** A position from which to read, with how many folders and files there are. */
interface Jump {
  readonly at: number;
  readonly folders: number;
  readonly files: number;
}

export type Start = Cursor | Jump;

interface Page {
  readonly folder: Folder;
  readonly query: Pick<ChildrenQuery, 'sort' | 'order'>;
  readonly start: Start;
  readonly limit: number;
}

/** Folders and files are two lists, one behind the other: each is read from an index of its own order. */
export async function listRows(db: Db | Tx, page: Page): Promise<readonly NodeRow[]> {
  const folders = await listPart(db, page, { kind: 'folder', limit: page.limit });
  if (folders.length >= page.limit) return folders;
  const files = await listPart(db, page, { kind: 'file', limit: page.limit - folders.length });
  return [...folders, ...files];
}

async function listPart(
  db: Db | Tx,
  page: Page,
  part: { readonly kind: NodeRow['kind']; readonly limit: number },
): Promise<readonly NodeRow[]> {
  const from = startOf(page.start, part.kind);
  if (from === undefined) return [];
  const sort = sortOf(part.kind, page.query.sort, page.query.order);
  return await listChildRows(db, { ...page.folder, ...part, sort, from });
}

/** Where a page starts in one of the two lists; undefined when it lies behind it. */
function startOf(
  start: Start,
  kind: NodeRow['kind'],
): { readonly after: Cursor['position'] } | { readonly at: number; readonly count: number } | undefined {
  if ('position' in start) {
    if (start.kind === kind) return { after: start.position };
    return kind === 'file' ? { at: 0, count: Number.MAX_SAFE_INTEGER } : undefined;
  }
  const [at, count] =
    kind === 'folder' ? [start.at, start.folders] : [Math.max(0, start.at - start.folders), start.files];
  return at < count ? { at, count } : undefined;
}
