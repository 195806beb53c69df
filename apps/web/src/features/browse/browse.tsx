import type { NodeId, NodeView } from '@coffer/contracts';
import { FolderOpen, FolderPlus, Upload } from 'lucide-react';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { pathQuery, type Sorting } from '../../api/nodes.ts';
import { useQuery } from '../../api/use-query.ts';
import { useFormats } from '../../lib/format.ts';
import { EMPTY_RANGE_SET, rangeBetween, type RangeSet } from '../../lib/range-set.ts';
import { useFollowedSelection } from '../../lib/use-followed-selection.ts';
import { usePreferences } from '../../lib/use-preferences.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import {
  Grid,
  type GridActionDetails,
  type GridActionName,
  type GridHandle,
  useCoarsePointer,
} from '../../ui/grid/index.ts';
import type { MenuAnchor } from '../../ui/overlays/index.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './browse.module.css';
import { columnsOf, rowLabelOf } from './columns.tsx';
import {
  FolderFailed,
  HelpDialog,
  NameDialog,
  RenameEditor,
  RowMenu,
  SelectionBar,
  useLaterAhead,
  VersionsDialog,
} from './lazy-later.ts';
import { useText } from './texts.ts';
import { type Chooser, type OnChosen, Toolbar } from './toolbar.tsx';
import { useDropZone } from './use-drop-zone.ts';
import { isTyping, useFilePaste } from './use-file-paste.ts';
import type { FolderRows } from './use-folder-rows.ts';
import { useNodeActions } from './use-node-actions.ts';

const ROW_HEIGHTS = { compact: 32, cosy: 40, comfortable: 48 } as const;

export interface BrowseProps {
  readonly folderId: NodeId;
  /** Nothing is above it, so there is no path to ask for. */
  readonly isRoot: boolean;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly hrefOf: (nodeId: NodeId) => string;
  readonly viewHrefOf: (nodeId: NodeId) => string;
  /** Opens a folder or shows a file; `index` is its place in the list. */
  readonly onOpen: (node: NodeView, index: number) => void;
  readonly onGo: (nodeId: NodeId) => void;
  readonly onDropped: (data: DataTransfer) => void;
  readonly onChosen: OnChosen;
  /** Brings several entries, or a folder, down as one file. */
  readonly onBringDown: (nodes: readonly NodeView[], title: string) => void;
  /** The rows, for whoever shows one of them (the preview's next and previous). */
  readonly rows: FolderRows;
}

/** One folder: path, tools, list. Give it the folder's id as `key`: a new folder is a new list. */
export function Browse(props: BrowseProps) {
  const { folderId, rows } = props;
  const text = useText();
  const path = useQuery(pathQuery(folderId), { isEnabled: !props.isRoot });
  const chooser = useRef<Chooser>(null);
  const [dialog, setDialog] = useState<'folder' | 'help'>();
  const [selection, setSelection] = useFollowedSelection(rows.total ?? 0, (index) => rows.getRow(index)?.id);
  const [editing, setEditing] = useState<number>();
  const actions = useNodeActions();
  const zone = useDropZone(props.onDropped);
  useFilePaste(props.onDropped);
  useLaterAhead();
  const here = path.data?.items.at(-1);
  const above = path.data?.items.at(-2);
  const name = above === undefined ? text('browse.files') : (here?.name ?? '');
  const withSelected = async (act: (nodes: readonly NodeView[]) => unknown): Promise<void> => {
    const nodes = await rows.nodesOf(selection);
    await act(nodes);
  };
  const handleDownload = (nodes: readonly NodeView[]): void => {
    const only = nodes.length === 1 ? nodes[0] : undefined;
    if (only?.kind === 'file') void actions.downloadFile(only.id);
    else props.onBringDown(nodes, only?.name ?? name);
  };
  const handleTrash = (): void => {
    void withSelected(actions.trash);
    setSelection(EMPTY_RANGE_SET);
  };
  const onlyIndex = selection.count === 1 ? selection.ranges[0]?.first : undefined;
  const handleKey = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (isCommand && event.key.toLowerCase() === 'z' && !event.shiftKey) void actions.undoNewest();
    else if (
      above !== undefined &&
      (event.key === 'Backspace' || (event.altKey && event.key === 'ArrowUp'))
    ) {
      props.onGo(above.id);
    } else return;
    event.preventDefault();
  };
  const letters: Readonly<Record<string, () => void>> = {
    n: () => setDialog('folder'),
    u: () => chooser.current?.files(),
    '?': () => setDialog('help'),
  };
  if (rows.error !== undefined && rows.total === undefined) {
    return <FolderFailed error={rows.error} onRetry={rows.retry} />;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files dropped anywhere on the page are taken; the buttons do the same
    <div className={styles['page']} onKeyDown={handleKey} {...zone.events}>
      <header className={styles['header']}>
        <Breadcrumbs path={path.data} hrefOf={props.hrefOf} />
        {/* Hidden and not gone, so that the keys for uploads work with something selected too. */}
        <div hidden={selection.count > 0}>
          <Toolbar
            chooser={chooser}
            onNewFolder={() => setDialog('folder')}
            onFiles={props.onChosen}
            onHelp={() => setDialog('help')}
          />
        </div>
        {selection.count > 0 && (
          <Suspense fallback={null}>
            <SelectionBar
              count={selection.count}
              onDownload={() => void withSelected(handleDownload)}
              onRename={onlyIndex === undefined ? undefined : () => setEditing(onlyIndex)}
              onTrash={handleTrash}
              onClear={() => setSelection(EMPTY_RANGE_SET)}
            />
          </Suspense>
        )}
      </header>
      <FolderGrid
        {...props}
        name={name}
        selection={selection}
        onSelectionChange={setSelection}
        editing={editing}
        onEdit={setEditing}
        onChoose={() => chooser.current?.files()}
        onNewFolder={() => setDialog('folder')}
        onDownload={handleDownload}
        onLetter={(letter) => {
          const act = letters[letter];
          act?.();
          return act !== undefined;
        }}
      />
      {zone.isOver && <div className={styles['drop']}>{text('browse.drop', { name })}</div>}
      <Suspense fallback={null}>
        {dialog === 'folder' && (
          <NameDialog
            title={text('browse.newFolder')}
            onSubmit={(folderName) => actions.createFolder(folderId, folderName)}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog === 'help' && <HelpDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}

interface FolderGridProps extends BrowseProps {
  readonly name: string;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly editing: number | undefined;
  readonly onEdit: (index: number | undefined) => void;
  readonly onChoose: () => void;
  readonly onNewFolder: () => void;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onLetter: (letter: string) => boolean;
}

function FolderGrid(props: FolderGridProps) {
  const { rows, selection, sorting } = props;
  const text = useText();
  const formats = useFormats();
  const { density } = usePreferences();
  const actions = useNodeActions();
  const grid = useRef<GridHandle>(null);
  const [menu, setMenu] = useState<{ readonly anchor: MenuAnchor; readonly selection: RangeSet }>();
  const [versioned, setVersioned] = useState<NodeView>();
  /** What is damaged cannot be shown: what can be done about it is shown instead. */
  const open = (node: NodeView, index: number): void =>
    node.isDamaged === true ? setVersioned(node) : props.onOpen(node, index);
  const runOn = async (id: string, chosen: RangeSet): Promise<void> => {
    const first = chosen.ranges[0]?.first;
    const nodes = await rows.nodesOf(chosen);
    const [node] = nodes;
    if (id === 'open' && node !== undefined && first !== undefined) open(node, first);
    if (id === 'versions') setVersioned(node);
    if (id === 'receipt' && node !== undefined) await actions.saveReceipt(node);
    if (id === 'download') props.onDownload(nodes);
    if (id === 'rename') props.onEdit(first);
    if (id === 'trash') {
      props.onSelectionChange(EMPTY_RANGE_SET);
      await actions.trash(nodes);
    }
  };
  const handleAction = (action: GridActionName, index: number, details: GridActionDetails): void => {
    const chosen = details.selection.count > 0 ? details.selection : rangeBetween(index, index);
    if (action === 'rename') props.onEdit(index);
    if (action === 'delete') void runOn('trash', chosen);
    if (action === 'menu') {
      const anchor =
        details.point ?? (details.anchor === undefined ? undefined : { element: details.anchor });
      if (anchor !== undefined) setMenu({ anchor, selection: chosen });
    }
  };
  const handleClose = (): void => {
    props.onEdit(undefined);
    // Its new name may have moved the row, and the focus has gone with it.
    grid.current?.focus(grid.current.focusedIndex());
  };
  return (
    <div className={styles['list']}>
      <Grid
        ref={grid}
        rowCount={rows.total ?? 0}
        getRow={rows.getRow}
        rowKey={(node) => node.id}
        rowLabel={(node) => rowLabelOf(text, formats, node)}
        rowName={(node) => node.name}
        rowHref={(node) => (node.kind === 'folder' ? props.hrefOf(node.id) : props.viewHrefOf(node.id))}
        columns={columnsOf(text, formats)}
        rowHeight={ROW_HEIGHTS[density]}
        labels={{
          grid: text('browse.grid', { name: props.name }),
          loading: text('browse.loadingRow'),
          selectAll: text('browse.selectAll'),
          actionsColumn: text('browse.column.actions'),
          selectRow: (name) => text('browse.selectRow', { name }),
          rowActions: (name) => text('browse.rowActions', { name }),
        }}
        sort={{ columnId: sorting.sort, direction: sorting.order === 'asc' ? 'ascending' : 'descending' }}
        onSort={(sort) => {
          props.onSelectionChange(EMPTY_RANGE_SET);
          props.onSort({
            sort: sortColumnOf(sort.columnId),
            order: sort.direction === 'ascending' ? 'asc' : 'desc',
          });
        }}
        onWindow={rows.setWindow}
        selection={selection}
        onSelectionChange={props.onSelectionChange}
        onOpen={(index) => {
          const node = rows.getRow(index);
          if (node !== undefined) open(node, index);
        }}
        onAction={handleAction}
        onKey={props.onLetter}
        isBusy={rows.total === undefined}
        editingIndex={props.editing}
        renderEditor={(node) => (
          <Suspense fallback={node.name}>
            <RenameEditor node={node} onRename={(name) => actions.rename(node, name)} onClose={handleClose} />
          </Suspense>
        )}
        empty={<EmptyFolder onChoose={props.onChoose} onNewFolder={props.onNewFolder} />}
      />
      {menu !== undefined && (
        <Suspense fallback={null}>
          <RowMenu
            label={text('browse.column.actions')}
            anchor={menu.anchor}
            count={menu.selection.count}
            node={rows.getRow(menu.selection.ranges[0]?.first ?? -1)}
            onAction={(id) => void runOn(id, menu.selection)}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      )}
      {versioned !== undefined && (
        <Suspense fallback={null}>
          <VersionsDialog node={versioned} onClose={() => setVersioned(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function EmptyFolder({ onChoose, onNewFolder }: Pick<FolderGridProps, 'onChoose' | 'onNewFolder'>) {
  const text = useText();
  // A finger drops nothing.
  const isCoarse = useCoarsePointer();
  return (
    <EmptyState
      icon={FolderOpen}
      title={text('browse.empty.title')}
      text={text(isCoarse ? 'browse.empty.touch' : 'browse.empty.text')}
      action={
        <>
          <Button tone="primary" icon={Upload} onClick={onChoose}>
            {text('browse.uploadFiles')}
          </Button>
          <Button icon={FolderPlus} onClick={onNewFolder}>
            {text('browse.newFolder')}
          </Button>
        </>
      }
    />
  );
}

function sortColumnOf(columnId: string): Sorting['sort'] {
  return columnId === 'size' || columnId === 'kind' || columnId === 'modified' ? columnId : 'name';
}
