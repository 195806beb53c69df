import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { indexesOf, rangeBetween, type RangeSet } from '../../lib/ranges/range-set.ts';
import type { ReadRows } from '../../lib/selection/read-pages.ts';

/** A list of files, and the person's position in it. */
export interface Pointed {
  readonly folder: { readonly id: NodeId; readonly name: string };
  readonly rows: {
    readonly total: number | undefined;
    readonly revision: number | undefined;
    readonly getRow: (index: number) => NodeView | undefined;
    readonly read: (selection: RangeSet, isFresh: boolean) => Promise<ReadRows<NodeView>>;
  };
  readonly selection: RangeSet;
  /** The row that last had the focus. */
  readonly focused: number | undefined;
}

export interface SelectedRows {
  readonly kind: 'rows';
  readonly count: number;
  /** Identifies the set of selected rows. */
  readonly selectionKey: string;
  /** Undefined if too many rows are selected, unless these are all rows of the folder. */
  readonly readIds: (() => Promise<readonly NodeId[]>) | undefined;
}

/** The rows to which actions apply. If `chosen` is empty, actions apply to the open folder. */
export interface ActedOn {
  /** Undefined if several rows are selected. */
  readonly node: NodeView | undefined;
  readonly chosen: RangeSet;
}

/** What the details describe. `node` is undefined while its row is loading. */
export type Described =
  | { readonly kind: 'row'; readonly node: NodeView | undefined; readonly chosen: RangeSet }
  | { readonly kind: 'folder'; readonly folder: Pointed['folder'] }
  | SelectedRows;

/** Describes the selected rows, or else the focused one, or else the folder. */
export function describe({ folder, rows, selection, focused }: Pointed): Described {
  if (selection.count > 1) return describeRows({ folder, rows, selection });
  const index = indexesOf(selection).next().value ?? focused;
  if (index === undefined || rows.total === 0) return { kind: 'folder', folder };
  const shown = Math.min(index, (rows.total ?? Number.POSITIVE_INFINITY) - 1);
  return { kind: 'row', node: rows.getRow(shown), chosen: rangeBetween(shown, shown) };
}

function describeRows({ folder, rows, selection }: Omit<Pointed, 'focused'>): SelectedRows {
  const { count, ranges } = selection;
  const readSome = async (): Promise<readonly NodeId[]> =>
    (await rows.read(selection, false)).rows.flatMap((node) => node?.id ?? []);
  const readAll = count === rows.total ? async () => await Promise.resolve([folder.id]) : undefined;
  return {
    kind: 'rows',
    count,
    selectionKey: JSON.stringify([folder.id, ranges, rows.total, rows.revision]),
    readIds: count <= LIMITS.batchMax ? readSome : readAll,
  };
}
