import type { NodeId, NodeView } from '@coffer/contracts';
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Listing, Sorting } from '../../api/nodes.ts';
import type { RangeSet } from '../../lib/ranges/range-set.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import {
  Grid,
  type GridBaseProps,
  type GridDrag,
  type GridHandle,
  type GridProps,
} from '../../ui/grid/index.ts';
import styles from './browse.module.css';
import { useColumns } from './column-order/use-columns.tsx';
import { rowLabelOf } from './columns.tsx';
import type { RenameDraft } from './actions/rename-editor.tsx';
import { EmptyFolder, FolderTiles, GroupedGrid, RenameEditor } from './lazy-actions.ts';
import type { TakeMany } from './many/use-many.tsx';
import type { Mode, Placing } from './move/placing.ts';
import { sortColumnOf } from './toolbar/sorting.ts';
import type { BrowseText } from './texts.ts';
import type { FolderRows } from './use-folder-rows.ts';
import type { FolderSelection } from './use-folder-selection.ts';
import { useNodeActions } from './use-node-actions.ts';
import { type RowActs, type Shortcuts, useRowActions } from './use-row-actions.tsx';
import { useRowContext } from './view/use-row-context.ts';
import { FocusOnArrival } from './view/focus-on-arrival.tsx';
import type { ViewStart } from './view/use-view-switch.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

const ROW_HEIGHTS = { compact: 32, cosy: 40, comfortable: 48 } as const;

interface FolderGridProps {
  readonly folderId: NodeId;
  readonly ref: RefObject<GridHandle | null>;
  readonly rows: FolderRows;
  readonly listing: Listing;
  readonly onSort: (sorting: Sorting) => void;
  readonly hrefOf: (nodeId: NodeId) => string;
  readonly viewHrefOf: (nodeId: NodeId) => string;
  readonly onOpen: (node: NodeView) => void;
  readonly name: string;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly selected: Pick<FolderSelection, 'selection' | 'putBack' | 'isLost' | 'rowsToActOn'>;
  readonly editing: number | undefined;
  readonly onEdit: (index: number | undefined) => void;
  /** Ends the edit of this item only: by then, another name may be being edited. */
  readonly onEditEnd: (id: NodeId) => void;
  /** Replaces the message for an empty folder if the list is filtered. */
  readonly emptyFilter: ReactNode;
  readonly onChoose: () => void;
  readonly onChooseFolder: () => void;
  readonly onNewFolder: () => void;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onPlace: (placing: Placing, nodes: readonly NodeView[]) => void;
  readonly onHold: (mode: Mode, nodes: readonly NodeView[]) => Promise<void>;
  readonly onDetails: () => void;
  readonly onMany: TakeMany;
  readonly acts: RefObject<RowActs | null>;
  readonly onFocusMove: (index?: number) => void;
  readonly drag: GridDrag<NodeView>;
  readonly shortcutOf: Shortcuts;
  /** Set after switching between list and tiles. */
  readonly start: ViewStart | undefined;
}

export function FolderGrid(props: FolderGridProps) {
  const { ref: grid, rows, listing } = props;
  const { density, view, groupBy } = usePreferences();
  const words = useRowContext({ hasRows: rows.total !== undefined });
  const columns = useColumns(words);
  const actions = useNodeActions();
  const rowActions = useRowActions(props);
  const emptied = useFocusAfterEmpty(grid, rows.total === 0);
  const draft = useRef<RenameDraft>(undefined);
  const handleClose = ({ id }: NodeView, isLeft: boolean): void => {
    if (draft.current?.id === id) draft.current = undefined;
    props.onEditEnd(id);
    // A rename may move the row, so the focus returns to it unless the person moved to another field.
    if (!isLeft) grid.current?.focus(grid.current.focusedIndex());
  };
  const common: GridBaseProps<NodeView> = {
    ref: grid,
    rowCount: rows.total ?? 0,
    getRow: rows.getRow,
    rowKey: (node) => node.id,
    rowLabel: (node) => rowLabelOf(words, node),
    rowName: (node) => node.name,
    rowHref: (node) => (node.kind === 'folder' ? props.hrefOf(node.id) : props.viewHrefOf(node.id)),
    labels: labelsOf(words.text, props.name),
    onWindow: rows.setWindow,
    selection: props.selection,
    onSelectionChange: props.onSelectionChange,
    onOpen: (index) => {
      const node = rows.getRow(index);
      if (node !== undefined) rowActions.open(node);
    },
    onAction: rowActions.handleAction,
    shortcutOf: rowActions.shortcutOf,
    onFocusChange: props.onFocusMove,
    drag: props.drag,
    isBusy: rows.total === undefined,
    editingIndex: props.editing,
    renderEditor: (node) => (
      <Suspense fallback={node.name}>
        <RenameEditor
          key={node.id}
          node={node}
          draft={draft}
          onRename={(name) => actions.rename(node, name)}
          onClose={(isLeft) => handleClose(node, isLeft)}
        />
      </Suspense>
    ),
    empty: props.emptyFilter ?? (
      <Suspense fallback={null}>
        <EmptyFolder {...props} />
      </Suspense>
    ),
    ...(props.start === undefined ? {} : { initialFocusIndex: props.start.index }),
  };
  const list: GridProps<NodeView> = {
    ...common,
    ...columns.props,
    rowHeight: ROW_HEIGHTS[density],
    sort: { columnId: listing.sort, direction: listing.order === 'asc' ? 'ascending' : 'descending' },
    onSort: ({ columnId, direction }) =>
      props.onSort({ sort: sortColumnOf(columnId), order: direction === 'ascending' ? 'asc' : 'desc' }),
  };
  return (
    <div className={styles['list']} onFocus={() => props.onFocusMove()} {...emptied}>
      <Suspense fallback={null}>
        {view === 'grid' ? (
          <FolderTiles {...common} {...words} density={density} />
        ) : groupBy === listing.sort ? (
          <GroupedGrid {...list} folderId={props.folderId} listing={listing} />
        ) : (
          <Grid {...list} />
        )}
        {props.start?.hadFocus === true && (
          <FocusOnArrival key={view} grid={grid} index={props.start.index} />
        )}
      </Suspense>
      {rowActions.overlays}
      {columns.menu}
    </div>
  );
}

/** Moves the focus to the list when its first rows replace the buttons of the empty folder. */
function useFocusAfterEmpty(grid: FolderGridProps['ref'], isEmpty: boolean) {
  const isInside = useRef(false);
  useEffect(() => {
    if (isEmpty || !isInside.current || document.activeElement !== document.body) return;
    grid.current?.focus(grid.current.focusedIndex());
  }, [grid, isEmpty]);
  return {
    onFocusCapture: () => (isInside.current = true),
    // React fires no blur for removed elements, so this blur means that the person moved the focus.
    onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent) =>
      (isInside.current = currentTarget.contains(relatedTarget)),
  };
}

function labelsOf(text: BrowseText, name: string): GridBaseProps<NodeView>['labels'] {
  return {
    grid: text('browse.grid', { name }),
    loading: text('browse.loadingRow'),
    selectAll: text('browse.selectAll'),
    actionsColumn: text('browse.column.actions'),
    selectRow: (each) => text('browse.selectRow', { name: each }),
    rowActions: (each) => text('browse.rowActions', { name: each }),
  };
}
