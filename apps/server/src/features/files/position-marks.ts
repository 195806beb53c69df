import type { Db, Tx } from '../../platform/db/db.ts';
import type { NodeRow, SortKey } from './model.ts';
import { type Folder, listMarks, type SortPosition } from './store/children.ts';

/** Shorter lists are read by offset. */
export const MARKS_FROM_ROWS = 5_000;
const EVERY = 1_000;
const LISTS_MAX = 200;

interface List {
  readonly folder: Folder;
  readonly revision: number;
  readonly kind: NodeRow['kind'];
  readonly sort: { readonly key: SortKey; readonly order: 'asc' | 'desc' };
}

/** Where to begin reading: `skipped` rows after a known position. */
export interface Mark {
  readonly after: SortPosition;
  readonly skipped: number;
}

export interface PositionMarks {
  /** `db` reads the snapshot of `revision`. Undefined: read by offset. */
  readonly find: (db: Db | Tx, list: List, at: number) => Promise<Mark | undefined>;
}

/**
 * Positions of every n-th row of large folders, for jumps without counting rows. Created at the second jump into an
 * unchanged folder, so that a folder that changes all the time is not read again and again.
 */
export function createPositionMarks(): PositionMarks {
  const lists = new Map<
    string,
    { readonly revision: number; readonly marks: readonly SortPosition[] | undefined }
  >();
  const keep = (
    key: string,
    list: { revision: number; marks: readonly SortPosition[] | undefined },
  ): void => {
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > LISTS_MAX && oldest !== undefined) lists.delete(oldest);
  };
  const find: PositionMarks['find'] = async (db, { folder, revision, kind, sort }, at) => {
    if (at < EVERY) return undefined;
    const key = `${folder.folderId} ${kind} ${sort.key} ${sort.order}`;
    const known = lists.get(key);
    if (known?.revision !== revision) {
      keep(key, { revision, marks: undefined });
      return undefined;
    }
    const marks = known.marks ?? (await listMarks(db, { ...folder, kind, sort, every: EVERY }));
    keep(key, { revision, marks });
    const index = Math.min(Math.floor(at / EVERY), marks.length);
    const after = marks[index - 1];
    return after === undefined ? undefined : { after, skipped: at - index * EVERY };
  };
  return { find };
}
