import type { SpaceId, TrashEntry } from '@coffer/contracts';
import { CircleAlert, File as FileShape, Folder, RotateCcw, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/error-texts.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { EMPTY_RANGE_SET, rangeBetween, type RangeSet } from '../../lib/range-set.ts';
import { useFollowedSelection } from '../../lib/use-followed-selection.ts';
import { usePreferences } from '../../lib/use-preferences.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Grid, type GridColumn } from '../../ui/grid/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import type { MenuAnchor } from '../../ui/overlays/index.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type TrashText, useText } from './texts.ts';
import styles from './trash.module.css';
import { useRestore } from './use-restore.ts';
import { useTrashRows } from './use-trash-rows.ts';

const ROW_HEIGHTS = { compact: 32, cosy: 40, comfortable: 48 } as const;

/** What was deleted in a space, newest first, with the day until which it is kept. */
export function Trash({ spaceId }: { readonly spaceId: SpaceId }) {
  const text = useText();
  const words = useErrorTexts();
  const rows = useTrashRows(spaceId);
  const restore = useRestore();
  const [selection, setSelection] = useFollowedSelection(
    rows.total ?? 0,
    (index) => rows.getRow(index)?.node.id,
  );
  const handleRestore = async (chosen: RangeSet): Promise<void> => {
    const ids = await rows.idsOf(chosen);
    setSelection(EMPTY_RANGE_SET);
    await restore(ids);
  };
  if (rows.error !== undefined && rows.total === undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        headingLevel={1}
        title={text('trash.failed.title')}
        text={words.ofError(rows.error)}
        action={<Button onClick={rows.retry}>{text('trash.retry')}</Button>}
      />
    );
  }
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['words']}>
          <PageHeading title={text('trash.title')} />
          <p className={styles['intro']}>{text('trash.intro')}</p>
        </div>
        {selection.count > 0 && (
          <div className={styles['tools']}>
            <output className={styles['selected']}>
              {text('trash.selected', { count: selection.count })}
            </output>
            <Button icon={RotateCcw} tone="primary" onClick={() => void handleRestore(selection)}>
              {text('trash.restore')}
            </Button>
            <IconButton icon={X} label={text('trash.clear')} onClick={() => setSelection(EMPTY_RANGE_SET)} />
          </div>
        )}
      </header>
      <TrashGrid
        rows={rows}
        selection={selection}
        onSelectionChange={setSelection}
        onRestore={handleRestore}
      />
    </div>
  );
}

interface TrashGridProps {
  readonly rows: ReturnType<typeof useTrashRows>;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly onRestore: (chosen: RangeSet) => Promise<void>;
}

function TrashGrid({ rows, selection, onSelectionChange, onRestore }: TrashGridProps) {
  const text = useText();
  const formats = useFormats();
  const { density } = usePreferences();
  const [menu, setMenu] = useState<{ readonly anchor: MenuAnchor; readonly selection: RangeSet }>();
  return (
    <div className={styles['list']}>
      <Grid
        rowCount={rows.total ?? 0}
        getRow={rows.getRow}
        rowKey={(entry) => entry.node.id}
        rowName={(entry) => entry.node.name}
        rowLabel={(entry) =>
          text('trash.row', {
            name: entry.node.name,
            from: placeOf(text, entry),
            date: formats.date(entry.goesAt),
          })
        }
        columns={columnsOf(text, formats)}
        rowHeight={ROW_HEIGHTS[density]}
        labels={{
          grid: text('trash.grid'),
          loading: text('trash.loadingRow'),
          selectAll: text('trash.selectAll'),
          actionsColumn: text('trash.column.actions'),
          selectRow: (name) => text('trash.selectRow', { name }),
          rowActions: (name) => text('trash.rowActions', { name }),
        }}
        onWindow={rows.setWindow}
        selection={selection}
        onSelectionChange={onSelectionChange}
        onOpen={(index) => onSelectionChange(rangeBetween(index, index))}
        onAction={(action, index, details) => {
          const anchor =
            details.point ?? (details.anchor === undefined ? undefined : { element: details.anchor });
          const chosen = details.selection.count > 0 ? details.selection : rangeBetween(index, index);
          if (action === 'menu' && anchor !== undefined) setMenu({ anchor, selection: chosen });
        }}
        isBusy={rows.total === undefined}
        empty={<EmptyState icon={Trash2} title={text('trash.empty.title')} text={text('trash.empty.text')} />}
      />
      {menu !== undefined && (
        <ContextMenu
          label={text('trash.column.actions')}
          anchor={menu.anchor}
          entries={[{ id: 'restore', label: text('trash.restore'), icon: RotateCcw }]}
          onAction={() => void onRestore(menu.selection)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

function columnsOf(text: TrashText, formats: Formats): readonly GridColumn<TrashEntry>[] {
  return [
    {
      id: 'name',
      label: text('trash.column.name'),
      width: 'minmax(0, 1fr)',
      isRowHeader: true,
      render: ({ node }) => (
        <span className={styles['name']}>
          <Icon of={node.kind === 'folder' ? Folder : FileShape} className={styles['icon']} />
          <bdi className={styles['nodeText']}>{node.name}</bdi>
        </span>
      ),
    },
    {
      id: 'from',
      label: text('trash.column.from'),
      width: 'minmax(0, 14rem)',
      hideBelow: 760,
      render: (entry) => (
        <bdi className={styles['quiet']} title={placeOf(text, entry)}>
          {placeOf(text, entry)}
        </bdi>
      ),
    },
    {
      id: 'size',
      label: text('trash.column.size'),
      width: '7rem',
      align: 'end',
      hideBelow: 640,
      render: ({ node }) => (
        <span className={styles['quiet']}>
          {node.sizeBytes === null ? text('trash.none') : formats.size(node.sizeBytes)}
        </span>
      ),
    },
    {
      id: 'goes',
      label: text('trash.column.goes'),
      width: '7.5rem',
      hideBelow: 340,
      render: (entry) => (
        <time dateTime={entry.goesAt} className={styles['quiet']}>
          {formats.date(entry.goesAt)}
        </time>
      ),
    },
  ];
}

/** Where it was, from the root on. */
function placeOf(text: TrashText, entry: TrashEntry): string {
  return [text('trash.files'), ...entry.from.slice(1)].join(' / ');
}
