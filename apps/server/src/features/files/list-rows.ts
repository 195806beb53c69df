import type { ChildrenQuery } from '@coffer/contracts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Cursor } from './cursor.ts';
import { type NodeRow, sortOf } from './model.ts';
import { type Mark, MARKS_FROM_ROWS, type PositionMarks } from './position-marks.ts';
import { type Folder, listChildRows } from './store/children.ts';

interface Jump {
  readonly at: number;
  readonly folders: number;
  readonly files: number;
  readonly revision?: number;
}

type Sort = ReturnType<typeof sortOf>;

export type Start = Cursor | Jump;

interface Page {
  readonly folder: Folder;
  readonly query: Pick<ChildrenQuery, 'sort' | 'order'>;
  readonly start: Start;
  readonly limit: number;
  readonly positionMarks?: PositionMarks | undefined;
}

/** Folders and files are read separately, each from its own index. */
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
  const mark = 'at' in from ? await markOf(db, page, { ...from, kind: part.kind, sort }) : undefined;
  return await listChildRows(db, { ...page.folder, ...part, sort, from: mark ?? from });
}

async function markOf(
  db: Db | Tx,
  { folder, start, positionMarks }: Page,
  jump: { readonly at: number; readonly count: number; readonly kind: NodeRow['kind']; readonly sort: Sort },
): Promise<Mark | undefined> {
  const { at, count, kind, sort } = jump;
  if (positionMarks === undefined || count < MARKS_FROM_ROWS) return undefined;
  if ('position' in start || start.revision === undefined) return undefined;
  return await positionMarks.find(db, { folder, revision: start.revision, kind, sort }, at);
}

/** Undefined when the page starts after this list. */
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
