import type { ChildrenQuery } from '@coffer/contracts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Cursor } from './cursor.ts';
import { type NodeRow, sortOf } from './model.ts';
import { MARKS_FROM_ROWS, type PositionMarks } from './position-marks.ts';
import { type Folder, listChildRows, type Window, windowAt } from './store/children.ts';

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

/** Reads one page. Folders and files are read separately, each from its own index. */
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
  const { kind, limit } = part;
  const sort = sortOf(kind, page.query.sort, page.query.order);
  const window: Window =
    'after' in from
      ? { after: from.after, offset: 0, limit, order: sort.order }
      : await narrowed(db, page, {
          ...from,
          kind,
          key: sort.key,
          window: windowAt(from, { limit, order: sort.order }),
        });
  return await listChildRows(db, { ...page.folder, kind, sort, window });
}

async function narrowed(
  db: Db | Tx,
  { folder, start, positionMarks }: Page,
  jump: Pick<Sort, 'key'> & {
    readonly count: number;
    readonly kind: NodeRow['kind'];
    readonly window: Window;
  },
): Promise<Window> {
  const { count, kind, key, window } = jump;
  if (positionMarks === undefined || count < MARKS_FROM_ROWS) return window;
  if ('position' in start || start.revision === undefined) return window;
  return await positionMarks.narrow(db, { folder, revision: start.revision, kind, key }, window);
}

/** Where to start among the items of this kind. Undefined if the page starts after them. */
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
