import type { NodeId, NodeView } from '@coffer/contracts';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { pathQuery, type Sorting } from '../../api/nodes.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { useQuery } from '../../api/use-query.ts';
import { addRange, EMPTY_RANGE_SET, rangeBetween, type RangeSet } from '../../lib/range-set.ts';
import type { Preferences } from '../../lib/preferences.ts';
import { usePreferences } from '../../lib/use-preferences.ts';
import type { GridHandle } from '../../ui/grid/index.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './browse.module.css';
import { FolderGrid } from './folder-grid.tsx';
import { FolderFailed, HelpDialog, NameDialog } from './lazy-actions.ts';
import { useMover } from './move/mover.tsx';
import { useNodeDrag } from './move/use-node-drag.ts';
import { useText } from './texts.ts';
import { ListTools } from './toolbar/list-tools.tsx';
import { type Chooser, NewMenu, type OnChosen } from './toolbar/new-menu.tsx';
import { SelectedTools } from './toolbar/selected-tools.tsx';
import { useDropZone } from './use-drop-zone.ts';
import { usePaste } from './use-file-paste.ts';
import type { FolderRows } from './use-folder-rows.ts';
import { type FolderSelection, useFolderSelection } from './use-folder-selection.ts';
import { useNodeActions } from './use-node-actions.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useRowsInSight } from './use-row-in-sight.ts';
import { useViewSwitch } from './view/use-view-switch.ts';

export interface BrowseProps {
  readonly folderId: NodeId;
  readonly isRoot: boolean;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  /** Beside the toolbar. */
  readonly tools?: ReactNode;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly hrefOf: (nodeId: NodeId) => string;
  readonly viewHrefOf: (nodeId: NodeId) => string;
  readonly onOpen: (node: NodeView) => void;
  readonly onGo: (nodeId: NodeId) => void;
  readonly onDropped: (data: DataTransfer) => void;
  readonly onChosen: OnChosen;
  readonly onBringDown: (nodes: readonly NodeView[], title: string) => void;
  readonly rows: FolderRows;
  /** In the preview; its row stays visible. */
  readonly viewedId: NodeId | undefined;
  /** From the URL. */
  readonly selectId: NodeId | undefined;
  readonly onSelected: () => void;
}

/** Pass the folder's id as `key`. */
export function Browse(props: BrowseProps) {
  const { folderId, rows } = props;
  const text = useText();
  const { view } = usePreferences();
  const { mayAdd, mayChange } = useSpaceRights();
  const path = useQuery(pathQuery(folderId), { isEnabled: !props.isRoot });
  const page = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const chooser = useRef<Chooser>(null);
  const [dialog, setDialog] = useState<'folder' | 'help'>();
  const selected = useFolderSelection(rows);
  const { selection, setSelection } = selected;
  const { start, showAs } = useViewSwitch(grid);
  const [newIds, setNewIds] = useState<readonly NodeId[]>([]);
  // A new row that arrives later must not take the focus from the editor.
  const [editing, setEditing] = useEditing(() => setNewIds([]));
  const actions = useNodeActions();
  const zone = useDropZone(props.onDropped);
  const here = path.data?.items.at(-1);
  const above = path.data?.items.at(-2);
  const name = (above === undefined ? props.rootName : here?.name) ?? text('browse.files');
  const mover = useMover({
    folder: { id: folderId, name },
    rootName: props.rootName,
    onArrived: setNewIds,
    onLeaving: selected.clear,
  });
  usePaste({ onFiles: props.onDropped, onNodes: mover.paste });
  const drag = useNodeDrag(rows, selected.rowsFor, mover.moveTo);
  const handleDownload = useDownload(name, props.onBringDown);
  const selectRow = (index: number): void => {
    if (rows.total !== 0) setSelection(rangeBetween(index, index));
    grid.current?.focus(index);
  };
  usePageKeys({
    page,
    grid,
    hasSelection: selection.count > 0,
    onUndo: () => void actions.undoNewest(),
    onCut: () => {
      if (mayChange) void selected.withSelected(mover.cut);
    },
    onUp: above === undefined ? undefined : () => props.onGo(above.id),
    onEnterList: () => selectRow(grid.current?.focusedIndex() ?? 0),
  });
  useRowsInSight({
    list: { folderId, sorting: props.sorting, rows, grid },
    viewedId: props.viewedId,
    // An open dialog would take the focus back.
    selectId: dialog === undefined ? (newIds[0] ?? props.selectId) : undefined,
    onSelect: (index) => {
      selectRow(index);
      if (newIds.length === 0) props.onSelected();
      else {
        setSelection(indexesAmong(rows, newIds));
        setNewIds([]);
      }
    },
  });
  const handleSort = (sorting: Sorting): void => {
    selected.clear();
    props.onSort(sorting);
  };
  const handleLetter = useLetterKeys({
    ...(mayAdd && { n: () => setDialog('folder'), u: () => chooser.current?.files() }),
    v: () => showAs(view === 'grid' ? 'list' : 'grid'),
    ...(mayChange && { m: () => void selected.withSelected(mover.choose) }),
    '?': () => setDialog('help'),
  });
  if (rows.error !== undefined && rows.total === undefined) {
    return <FolderFailed error={rows.error} onRetry={rows.retry} />;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files dropped anywhere on the page are taken; the buttons do the same
    <div ref={page} className={styles['page']} {...zone.events}>
      <header className={styles['header']}>
        <Breadcrumbs path={path.data} rootName={props.rootName} hrefOf={props.hrefOf} drop={drag.path} />
        <NewMenu
          tools={props.tools}
          chooser={chooser}
          onNewFolder={() => setDialog('folder')}
          onFiles={props.onChosen}
        />
      </header>
      <Tools
        {...props}
        selected={selected}
        onSort={handleSort}
        onView={showAs}
        onDownload={handleDownload}
        onMove={mover.choose}
        onTrash={actions.trash}
        onRename={setEditing}
        onHelp={() => setDialog('help')}
      />
      <FolderGrid
        {...props}
        ref={grid}
        onSort={handleSort}
        name={name}
        selection={selection}
        onSelectionChange={setSelection}
        selected={selected}
        start={start}
        editing={editing}
        onEdit={setEditing}
        onChoose={() => chooser.current?.files()}
        onNewFolder={() => setDialog('folder')}
        onDownload={handleDownload}
        onMove={mover.choose}
        drag={drag.grid}
        onLetter={handleLetter}
      />
      {zone.isOver && <div className={styles['drop']}>{text('browse.drop', { name })}</div>}
      <Dialogs
        open={dialog}
        onCreate={(folderName) => actions.createFolder(folderId, folderName, (id) => setNewIds([id]))}
        onClose={() => setDialog(undefined)}
      />
      {mover.dialogs}
    </div>
  );
}

/** The row whose name is being edited. */
function useEditing(onStart: () => void): [number | undefined, (index: number | undefined) => void] {
  const [editing, setEditing] = useState<number>();
  const edit = (index: number | undefined): void => {
    if (index !== undefined) onStart();
    setEditing(index);
  };
  return [editing, edit];
}

/** One file directly, all else as a zip. */
function useDownload(
  folderName: string,
  onZip: BrowseProps['onBringDown'],
): (nodes: readonly NodeView[]) => void {
  const { downloadFile } = useNodeActions();
  return (nodes) => {
    const only = nodes.length === 1 ? nodes[0] : undefined;
    if (only?.kind === 'file') void downloadFile(only.id);
    else onZip(nodes, only?.name ?? folderName);
  };
}

/** True when the letter was a shortcut. */
function useLetterKeys(letters: Readonly<Record<string, () => void>>): (letter: string) => boolean {
  const { hasLetterKeys } = usePreferences();
  return (letter) => {
    const act = hasLetterKeys ? letters[letter] : undefined;
    act?.();
    return act !== undefined;
  };
}

interface ToolsProps extends Pick<BrowseProps, 'rows' | 'sorting' | 'onSort'> {
  readonly selected: FolderSelection;
  readonly onView: (view: Preferences['view']) => void;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onMove: (nodes: readonly NodeView[]) => void;
  readonly onTrash: (nodes: readonly NodeView[]) => Promise<void>;
  readonly onRename: (index: number) => void;
  readonly onHelp: () => void;
}

function Tools({ rows, selected, ...props }: ToolsProps) {
  return (
    <div className={styles['toolbar']}>
      {selected.selection.count === 0 ? (
        <ListTools {...props} total={rows.total} onSelectAll={selected.selectAll} />
      ) : (
        <SelectedTools {...props} selected={selected} />
      )}
    </div>
  );
}

/** Of the loaded rows only. */
function indexesAmong(rows: FolderRows, ids: readonly NodeId[]): RangeSet {
  return ids.reduce((set, id) => {
    const index = rows.indexOf(id);
    return index === undefined ? set : addRange(set, index, index);
  }, EMPTY_RANGE_SET);
}

interface DialogsProps {
  readonly open: 'folder' | 'help' | undefined;
  readonly onCreate: (name: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

function Dialogs({ open, onCreate, onClose }: DialogsProps) {
  const text = useText();
  return (
    <Suspense fallback={null}>
      {open === 'folder' && (
        <NameDialog title={text('browse.newFolder')} onSubmit={onCreate} onClose={onClose} />
      )}
      {open === 'help' && <HelpDialog onClose={onClose} />}
    </Suspense>
  );
}
