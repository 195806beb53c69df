import { addRange, EMPTY_RANGE_SET, hasIndex, indexesOf, type RangeSet } from '../ranges/range-set.ts';

export interface ListedRows {
  /** Undefined while the total is unknown. */
  readonly total: number | undefined;
  /** Increased by every change of a row. Undefined while unknown, or if the server reports none. */
  readonly revision?: number | undefined;
  /** Undefined for a row that is not loaded. */
  readonly keyAt: (index: number) => string | undefined;
  readonly loadedIndexes: () => Iterable<number>;
}

/** A selection, and the rows that it meant when it was created. */
export interface SelectedRows {
  readonly selection: RangeSet;
  /** Keys of the rows that were loaded. */
  readonly keys: ReadonlyMap<number, string>;
  readonly total: number | undefined;
  readonly revision: number | undefined;
}

export const NOTHING_SELECTED: SelectedRows = {
  selection: EMPTY_RANGE_SET,
  keys: new Map(),
  total: undefined,
  revision: undefined,
};

const KEYS_MAX = 10_000;

export function selectRows(selection: RangeSet, list: ListedRows): SelectedRows {
  const isSmall = selection.count <= KEYS_MAX;
  const keys = new Map<number, string>();
  for (const index of isSmall ? indexesOf(selection) : list.loadedIndexes()) {
    const key = isSmall || hasIndex(selection, index) ? list.keyAt(index) : undefined;
    if (key !== undefined) keys.set(index, key);
    if (keys.size >= KEYS_MAX) break;
  }
  return { selection, keys, total: list.total, revision: list.revision };
}

/**
 * Finds moved rows by key and drops the others. If some rows have no key, any change of the list clears the selection.
 */
export function followSelection(selected: SelectedRows, list: ListedRows): RangeSet {
  const { selection, keys } = selected;
  if (selection.count === 0 || isUnchanged(selected, list)) return selection;
  if (!isFullyKeyed(selected)) return EMPTY_RANGE_SET;
  const wanted = new Set(keys.values());
  let followed = EMPTY_RANGE_SET;
  for (const index of list.loadedIndexes()) {
    const key = list.keyAt(index);
    if (key !== undefined && wanted.has(key)) followed = addRange(followed, index, index);
  }
  return followed;
}

/** Whether `rows`, read for an action, are the ones that were selected. */
export function isStillSelected(
  selected: SelectedRows,
  rows: readonly { readonly index: number; readonly key: string }[],
  list: Pick<ListedRows, 'total' | 'revision'>,
): boolean {
  if (rows.length !== selected.selection.count) return false;
  if (!isFullyKeyed(selected) && (list.total !== selected.total || isRevised(selected, list))) return false;
  return rows.every(({ index, key }) => (selected.keys.get(index) ?? key) === key);
}

export function isFullyKeyed({ selection, keys }: SelectedRows): boolean {
  return keys.size === selection.count;
}

function isUnchanged(selected: SelectedRows, list: ListedRows): boolean {
  const { total, keyAt } = list;
  if (total === undefined) return true;
  if (!isFullyKeyed(selected) && (total !== selected.total || isRevised(selected, list))) return false;
  for (const [index, key] of selected.keys) if ((keyAt(index) ?? key) !== key) return false;
  return true;
}

/** If one row is added and another removed, the length stays the same, so revisions are compared. */
function isRevised(selected: SelectedRows, { revision }: Pick<ListedRows, 'revision'>): boolean {
  return revision !== undefined && selected.revision !== undefined && revision !== selected.revision;
}
