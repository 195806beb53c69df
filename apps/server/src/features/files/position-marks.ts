import type { Db, Tx } from '../../platform/db/db.ts';
import type { NodeRow, SortKey } from './model.ts';
import { type Folder, listMarks, type SortPosition, type Window } from './store/children.ts';

/** Lists with fewer rows are read by offset, without marks. */
export const MARKS_FROM_ROWS = 5_000;
const EVERY = 1_000;
const LISTS_MAX = 200;

interface List {
  readonly folder: Folder;
  readonly revision: number;
  readonly kind: NodeRow['kind'];
  readonly key: SortKey;
}

export interface PositionMarks {
  /** The window for the same rows, counted from a nearby mark. `db` must read the snapshot of `revision`. */
  readonly narrow: (db: Db | Tx, list: List, window: Window) => Promise<Window>;
}

interface Known {
  readonly revision: number;
  readonly marks: readonly SortPosition[];
}

/**
 * Remembers the position of every n-th row of large folders, as far as somebody jumped. Each row of an unchanged folder
 * is counted once, and a jump never costs more than its offset.
 */
export function createPositionMarks(): PositionMarks {
  const lists = new Map<string, Known>();
  const keep = (key: string, list: Known): void => {
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > LISTS_MAX && oldest !== undefined) lists.delete(oldest);
  };
  const narrow: PositionMarks['narrow'] = async (db, { folder, revision, kind, key }, window) => {
    const wanted = Math.floor(window.offset / EVERY);
    if (wanted === 0) return window;
    const { order } = window;
    const listKey = `${folder.folderId} ${kind} ${key} ${order}`;
    const known = lists.get(listKey);
    let marks = known?.revision === revision ? known.marks : [];
    const count = wanted - marks.length;
    if (count > 0) {
      const sort = { key, order };
      marks = [
        ...marks,
        ...(await listMarks(db, { ...folder, kind, sort, after: marks.at(-1), every: EVERY, count })),
      ];
    }
    keep(listKey, { revision, marks });
    const index = Math.min(wanted, marks.length);
    const after = marks[index - 1];
    return after === undefined ? window : { ...window, after, offset: window.offset - index * EVERY };
  };
  return { narrow };
}
