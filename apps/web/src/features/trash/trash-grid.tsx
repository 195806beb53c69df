import type { TrashEntry } from '@coffer/contracts';
import { Eye, FolderInput, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { TrashSorting } from '../../api/trash/trash.ts';
import { useFormats } from '../../lib/language/format.ts';
import { isCovered } from '../../lib/keys/is-covered.ts';
import { isNowhere } from '../../lib/keys/is-nowhere.ts';
import { useKeyDown } from '../../lib/keys/use-key-down.ts';
import { rangeBetween, type RangeSet } from '../../lib/ranges/range-set.ts';
import { useRowMenu } from '../../lib/selection/use-row-menu.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Grid, type GridHandle } from '../../ui/grid/index.ts';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import type { MenuAnchor, MenuEntry } from '../../ui/overlays/index.ts';
import { columnsOf, placeOf } from './columns.tsx';
import { SORTS } from './sort-menu.tsx';
import { type TrashText, useText } from './texts.ts';
import { type TrashViewing, useTrashPreview } from './trash-preview.ts';
import type { TrashRows } from './use-trash-rows.ts';

const ROW_HEIGHTS = { compact: 32, cosy: 40, comfortable: 48 } as const;

interface TrashGridProps {
  readonly rows: TrashRows;
  /** Undefined until it is loaded. */
  readonly keptDays: number | undefined;
  readonly isOnHold: boolean;
  readonly rootName: string;
  readonly isShared: boolean;
  /** Decorative. */
  readonly renderMark: (node: TrashEntry['node']) => ReactNode;
  readonly sorting: TrashSorting;
  readonly onSort: (sorting: TrashSorting) => void;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly putBack: (selection: RangeSet) => void;
  readonly renderPreview: (viewing: TrashViewing) => ReactNode;
  readonly onRestore: (chosen: RangeSet) => Promise<void>;
  readonly onRestoreTo: (chosen: RangeSet) => Promise<void>;
  /** Undefined if the person may not delete permanently. */
  readonly onPurge: ((chosen: RangeSet) => Promise<void>) | undefined;
}

export function TrashGrid(props: TrashGridProps) {
  const { rows, keptDays, isOnHold, rootName, sorting, selection, onSelectionChange, onPurge } = props;
  const text = useText();
  const formats = useFormats();
  const now = useToday();
  const { density } = usePreferences();
  const rowMenu = useRowMenu<MenuAnchor>(props);
  const { menu } = rowMenu;
  const grid = useRef<GridHandle>(null);
  const preview = useTrashPreview(rows, props.renderPreview, (index) => grid.current?.focus(index));
  const only = selection.count === 1 ? firstIndex(selection) : undefined;
  useKeyDown((event) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const index = grid.current?.focusedIndex();
    const isForList = isPlain && isArrow && isNowhere(event.target) && index !== undefined;
    if (!isForList || rows.total === undefined || rows.total === 0 || isCovered()) return;
    event.preventDefault();
    if (selection.count === 0) onSelectionChange(rangeBetween(index, index));
    grid.current?.focus(index);
  });
  return (
    <>
      <Grid
        ref={grid}
        rowCount={rows.total ?? 0}
        getRow={rows.getRow}
        rowKey={(entry) => entry.node.id}
        rowName={(entry) => entry.node.name}
        rowLabel={(entry) =>
          text(entry.goesAt === null ? 'trash.row.held' : 'trash.row', {
            name: entry.node.name,
            from: placeOf(rootName, entry),
            date: entry.goesAt === null ? '' : formats.date(entry.goesAt),
          })
        }
        columns={columnsOf({ ...props, text, formats, now })}
        rowHeight={ROW_HEIGHTS[density]}
        labels={{
          grid: text('trash.grid'),
          loading: text('trash.loadingRow'),
          selectAll: text('trash.selectAll'),
          actionsColumn: text('trash.column.actions'),
          selectRow: (name) => text('trash.selectRow', { name }),
          rowActions: (name) => text('trash.rowActions', { name }),
        }}
        sort={{ columnId: sorting.sort, direction: sorting.order === 'asc' ? 'ascending' : 'descending' }}
        onSort={({ columnId, direction }) =>
          props.onSort({
            sort: SORTS.find((sort) => sort === columnId) ?? 'trashed',
            order: direction === 'ascending' ? 'asc' : 'desc',
          })
        }
        onWindow={rows.setWindow}
        selection={selection}
        onSelectionChange={onSelectionChange}
        onOpen={(index) => {
          if (!preview.open(index)) onSelectionChange(rangeBetween(index, index));
        }}
        // If exactly one item is selected, the space bar previews it; otherwise it selects.
        shortcutOf={(key) =>
          key === ' ' && only !== undefined && only === grid.current?.focusedIndex() && isFile(rows, only)
            ? () => preview.open(only)
            : undefined
        }
        onAction={(action, index, details) => {
          const anchor =
            details.point ?? (details.anchor === undefined ? undefined : { element: details.anchor });
          const chosen = details.selection.count > 0 ? details.selection : rangeBetween(index, index);
          if (action === 'menu' && anchor !== undefined) {
            rowMenu.open({ anchor, selection: chosen, before: details.before });
          }
          // Both keys first ask for confirmation, so that neither is a surprise.
          if (action !== 'delete' && action !== 'delete-permanently') return;
          if (isOnHold) showToast({ text: text('trash.held'), key: 'held' });
          else void onPurge?.(chosen);
        }}
        isBusy={rows.total === undefined}
        empty={
          <EmptyState
            icon={Trash2}
            title={text('trash.empty.title')}
            text={keptDays === undefined ? '' : text('trash.empty.text', { days: keptDays })}
          />
        }
      />
      {preview.element}
      {menu !== undefined && (
        <ContextMenu
          label={text('trash.column.actions')}
          anchor={menu.anchor}
          isBeside
          entries={[
            ...previewEntries(text, rows, menu.selection),
            { id: 'restore', label: text('trash.restore'), icon: RotateCcw },
            { id: 'restoreTo', label: text('trash.restoreTo'), icon: FolderInput },
            ...(onPurge === undefined ? [] : [purgeEntry(text('trash.purge'), isOnHold)]),
          ]}
          onAction={(id) => {
            rowMenu.chosen();
            const shown = firstIndex(menu.selection);
            if (id === 'preview' && shown !== undefined) preview.open(shown);
            const acts = { purge: onPurge, restoreTo: props.onRestoreTo, restore: props.onRestore };
            if (id === 'purge' || id === 'restoreTo' || id === 'restore') void acts[id]?.(menu.selection);
          }}
          onClose={rowMenu.close}
        />
      )}
    </>
  );
}

function purgeEntry(label: string, isDisabled: boolean): MenuEntry {
  return {
    id: 'purge',
    label,
    icon: Trash2,
    tone: 'danger',
    keys: 'Shift Del',
    startsGroup: true,
    isDisabled,
  };
}

/** Only for a single file. */
function previewEntries(text: TrashText, rows: TrashRows, chosen: RangeSet): readonly MenuEntry[] {
  const index = firstIndex(chosen);
  return chosen.count === 1 && index !== undefined && isFile(rows, index)
    ? [{ id: 'preview', label: text('trash.preview'), icon: Eye, keys: 'Enter' }]
    : [];
}

function isFile(rows: TrashRows, index: number): boolean {
  return rows.getRow(index)?.node.kind === 'file';
}

function firstIndex({ ranges }: RangeSet): number | undefined {
  return ranges[0]?.first;
}
