import type { NodeId, NodeView, SpaceId } from '@coffer/contracts';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { type Listing, pathQuery, type Sorting } from '../../api/nodes.ts';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import type { DroppedFiles } from '../../lib/held-drop.ts';
import {
  addRange,
  EMPTY_RANGE_SET,
  firstIndexes,
  rangeBetween,
  type RangeSet,
} from '../../lib/ranges/range-set.ts';
import type { Preferences } from '../../lib/preferences.ts';
import type { GridHandle } from '../../ui/grid/index.ts';
import styles from './browse.module.css';
import { DetailsToggle } from './details/details-toggle.tsx';
import { type Details, type DetailsSlot, useDetails } from './details/use-details.tsx';
import { useDrops } from './drop/use-drops.tsx';
import { type Filter, useFilter } from './filter/use-filter.tsx';
import { FolderGrid } from './folder-grid.tsx';
import { FolderFailed, useActions } from './lazy-actions.ts';
import { type Mover, useMover } from './move/mover.tsx';
import { type TakeMany, useMany } from './many/use-many.tsx';
import type { Placing, Target } from './move/placing.ts';
import { useNewDialogs } from './page-dialogs.tsx';
import { useText } from './texts.ts';
import { ListTools } from './toolbar/list-tools.tsx';
import { FolderHeading } from './toolbar/folder-heading.tsx';
import type { Chooser, OnChosen, OnImport } from './toolbar/new-menu.tsx';
import { usePaste } from './use-file-paste.ts';
import type { FolderRows } from './use-folder-rows.ts';
import { type FolderSelection, useFolderSelection } from './use-folder-selection.ts';
import { useNodeActions } from './use-node-actions.ts';
import { usePageCommands } from './use-page-commands.ts';
import { usePageKeys } from './use-page-keys.ts';
import type { RowActs, Shortcuts } from './use-row-actions.tsx';
import { useRowsInSight } from './use-row-in-sight.ts';
import { useViewSwitch } from './view/use-view-switch.ts';

export interface BrowseProps {
  readonly spaceId: SpaceId;
  readonly folderId: NodeId;
  readonly isRoot: boolean;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  /** The page from which the root was opened, unless that is a space. */
  readonly top?: { readonly name: string; readonly href: string } | undefined;
  /** Shown next to the toolbar. */
  readonly tools?: ReactNode;
  readonly listing: Listing;
  readonly onSort: (sorting: Sorting) => void;
  /** Receives undefined to show all items. */
  readonly onFilter: (filter: string | undefined) => void;
  readonly onSearch: (text: string) => void;
  readonly hrefOf: (nodeId: NodeId) => string;
  readonly viewHrefOf: (nodeId: NodeId) => string;
  /** Opens a new file in the editor. */
  readonly onEdit: (node: NodeView) => void;
  /** Opens a new file with its name selected. */
  readonly onNamed: (node: NodeView) => void;
  readonly onOpen: (node: NodeView) => void;
  readonly onGo: (nodeId: NodeId) => void;
  /** Drops into the open folder, or into a folder of the list. */
  readonly onDropped: (data: DroppedFiles, folderId?: NodeId) => void;
  readonly onChosen: OnChosen;
  readonly onImport: OnImport;
  readonly onDownloadAsZip: (nodes: readonly NodeView[], title: string) => void;
  readonly renderDetails: (slot: DetailsSlot) => ReactNode;
  readonly rows: FolderRows;
  /** The item open in the preview. Its row stays visible. */
  readonly viewedId: NodeId | undefined;
  /** The item to select, from the URL. */
  readonly selectId: NodeId | undefined;
  readonly onSelected: () => void;
}

/** The page of a folder. Pass the folder's id as `key`. */
export function Browse(props: BrowseProps) {
  const { folderId, rows } = props;
  const { path, above, folder } = usePath(props);
  const page = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const chooser = useRef<Chooser>(null);
  const acts = useRef<RowActs>(null);
  const actions = useNodeActions();
  const selected = useFolderSelection(rows, actions.showUnread);
  const { selection, setSelection } = selected;
  const { start, showAs } = useViewSwitch(grid);
  const [newIds, setNewIds] = useState<readonly NodeId[]>([]);
  // Starting an edit drops the new rows, because a row that arrives late must not take the focus from the editor.
  const [editing, setEditing, endEditing] = useEditing(rows, () => setNewIds([]));
  const dialogs = useNewDialogs(props, (id) => setNewIds([id]));
  const { many, mover } = usePlacing(props, { folder, selected, onArrived: setNewIds });
  const { placeKeys, drops } = useWaysIn(props, { folder, selected, page, grid, acts, many, mover });
  const handleDownload = useDownload(folder.name, props.onDownloadAsZip);
  const shown = { folder, rows, selection, grid, acts, onFolder: selected.clear };
  const details = useDetails({ ...shown, onDownload: handleDownload, render: props.renderDetails });
  const selectRow = (index: number): void => {
    if (rows.total !== 0) setSelection(rangeBetween(index, index));
    grid.current?.focus(index);
  };
  const handleInSight = (index: number): void => {
    selectRow(index);
    if (newIds.length === 0) props.onSelected();
    else setSelection(indexesAmong(rows, newIds));
    setNewIds([]);
  };
  const filter = useFilter({ ...props, onLeaving: selected.clear, onEnterList: () => selectRow(0) });
  usePageKeys({
    page,
    grid,
    hasSelection: selection.count > 0,
    commandOf: (letter) => (letter === 'z' ? () => void actions.undoNewest() : placeKeys(letter)),
    onUp: above === undefined ? undefined : () => props.onGo(above.id),
    onEnterList: () => selectRow(grid.current?.focusedIndex() ?? 0),
    onSelectAll: () => setSelection(firstIndexes(rows.total ?? 0)),
    onDeselect: () => leaveSelection(selected, grid.current),
    onClear: filter.clear,
  });
  useRowsInSight({
    list: { folderId, listing: props.listing, rows, grid },
    viewedId: props.viewedId,
    // An open dialog would take the focus back, so the row waits until it is closed.
    selectId: !dialogs.isOpen ? (newIds[0] ?? props.selectId) : undefined,
    onSelect: handleInSight,
  });
  const handleSort = (sorting: Sorting): void => {
    selected.clear();
    props.onSort(sorting);
  };
  const shared = {
    ...props,
    selected,
    onSort: handleSort,
    onDownload: handleDownload,
    onPlace: mover.choose,
    onHold: mover.hold,
    onMany: many.take,
  };
  const shortcutOf = usePageCommands({
    ...props,
    dialogs,
    chooser,
    filter,
    details,
    above: above?.id,
    onSort: handleSort,
    onView: showAs,
    onSelectAll: selected.selectAll,
    onUndo: () => void actions.undoNewest(),
  });
  if (rows.error !== undefined && rows.total === undefined) {
    return <FolderFailed error={rows.error} onRetry={rows.retry} />;
  }
  return (
    <div ref={page} className={styles['page']}>
      <FolderHeading {...props} path={path} chooser={chooser} dialogs={dialogs} />
      <Tools
        {...shared}
        onView={showAs}
        onTrash={actions.trash}
        onRename={setEditing}
        onHelp={dialogs.openHelp}
        onFocusFound={() => {
          if (!details.isOfFolder) grid.current?.focus(grid.current.focusedIndex());
        }}
        onPast={() => navigate(`/nodes/${folderId}/past`)}
        filter={filter}
        details={details}
      />
      <FolderGrid
        {...shared}
        ref={grid}
        name={folder.name}
        selection={selection}
        onSelectionChange={setSelection}
        start={start}
        editing={editing}
        onEdit={setEditing}
        onEditEnd={endEditing}
        emptyFilter={filter.empty}
        onChoose={() => chooser.current?.files()}
        onChooseFolder={() => chooser.current?.folder()}
        onNewFolder={() => dialogs.openNew('folder')}
        onDetails={details.open}
        acts={acts}
        onFocusMove={details.onFocusMove}
        drag={drops.drag}
        shortcutOf={shortcutOf}
      />
      {drops.hint}
      {details.panel}
      {dialogs.element}
      {mover.dialogs}
      {many.dialogs}
    </div>
  );
}

function usePath({ folderId, isRoot, rootName }: BrowseProps) {
  const text = useText();
  const { data: path } = useQuery(pathQuery(folderId), { isEnabled: !isRoot });
  const [here, above] = [path?.items.at(-1), path?.items.at(-2)];
  const name = (above === undefined ? rootName : here?.name) ?? text('browse.files');
  return { path, above, folder: { id: folderId, name } };
}

/** Clears the selection and focuses the list, because the selection bar disappears with the focus. */
function leaveSelection({ clear }: FolderSelection, grid: GridHandle | null): void {
  clear();
  grid?.focus(grid.focusedIndex());
}

/** Moves and copies: a few items directly, many as a job. */
function usePlacing(
  props: BrowseProps,
  {
    folder,
    selected,
    onArrived,
  }: {
    readonly folder: Parameters<typeof useMany>[0]['folder'];
    readonly selected: FolderSelection;
    readonly onArrived: (ids: readonly NodeId[]) => void;
  },
): { readonly many: ReturnType<typeof useMany>; readonly mover: Mover } {
  const many = useManyHere(props, folder, selected);
  const mover = useMover({
    folder,
    rootName: props.rootName,
    onArrived,
    onLeaving: selected.clear,
    onMany: many.takeNodes,
  });
  return { many, mover };
}

interface WaysIn {
  readonly folder: Target;
  readonly selected: FolderSelection;
  readonly page: RefObject<HTMLElement | null>;
  readonly grid: RefObject<GridHandle | null>;
  readonly acts: RefObject<RowActs | null>;
  readonly many: ReturnType<typeof useMany>;
  readonly mover: Mover;
}

/** Keys, pastes and drops. In a folder that may only be viewed, they show a message. */
function useWaysIn(props: BrowseProps, { folder, selected, page, grid, acts, many, mover }: WaysIn) {
  const actions = useNodeActions();
  const refuse = (): void => void actions.refuse(folder.id);
  usePaste({ onFiles: props.onDropped, onNodes: mover.paste, onRefused: refuse });
  const placeKeys = usePlaceKeys(selected, { grid, acts, refuse });
  const places = { page, folder, onMany: many.take, onPlace: mover.placeInto, onRefused: refuse };
  const drops = useDrops({ ...props, ...selected, ...places });
  return { placeKeys, drops };
}

function useManyHere(
  { spaceId, rows, rootName, listing }: BrowseProps,
  folder: Parameters<typeof useMany>[0]['folder'],
  { rowsFor, clear }: FolderSelection,
): ReturnType<typeof useMany> {
  return useMany({
    ...rows,
    spaceId,
    folder,
    rootName,
    filter: listing.filter,
    idsOf: async (chosen) => (await rowsFor(chosen)).map(({ id }) => id),
    onBegun: clear,
  });
}

/** Tracks the row whose name is being edited, wherever that row moves. */
function useEditing(
  rows: FolderRows,
  onStart: () => void,
): [number | undefined, (index: number | undefined) => void, (ended: NodeId) => void] {
  const [id, setId] = useState<NodeId>();
  const edit = (index: number | undefined): void => {
    if (index !== undefined) onStart();
    setId(index === undefined ? undefined : rows.getRow(index)?.id);
  };
  const end = (ended: NodeId): void => setId((now) => (now === ended ? undefined : now));
  return [id === undefined ? undefined : rows.indexOf(id), edit, end];
}

/** Downloads a single file directly, and anything else as a zip file. */
function useDownload(
  folderName: string,
  onZip: BrowseProps['onDownloadAsZip'],
): (nodes: readonly NodeView[]) => void {
  const { downloadFile } = useNodeActions();
  return (nodes) => {
    const only = nodes.length === 1 ? nodes[0] : undefined;
    if (only?.kind === 'file') void downloadFile(only.id);
    else onZip(nodes, only?.name ?? folderName);
  };
}

const HELD_KEYS: Readonly<Record<string, string>> = { c: 'hold', x: 'cut', d: 'duplicate' };

/** Shortcuts that cut, copy or duplicate the selected rows, by the letter pressed with Ctrl or Cmd. */
function usePlaceKeys(
  selected: FolderSelection,
  { grid, acts, refuse }: Pick<WaysIn, 'grid' | 'acts'> & { readonly refuse: () => void },
): Shortcuts {
  const { mayAdd, mayChange } = useSpaceRights();
  return (letter) => {
    const id = HELD_KEYS[letter];
    const chosen = selectedOrFocused(selected, grid.current);
    if (id === undefined || chosen.count === 0) return undefined;
    const may = id === 'hold' || (id === 'cut' ? mayChange : mayAdd);
    return may ? () => acts.current?.run(id, chosen) : refuse;
  };
}

/** The selection, or else the focused row. A shortcut after a lost selection must not affect the focused row. */
function selectedOrFocused({ selection, isLost }: FolderSelection, grid: GridHandle | null): RangeSet {
  const isOnRow = document.activeElement?.closest('[aria-selected]') != null;
  if (selection.count > 0 || isLost || !isOnRow || grid === null) return selection;
  return rangeBetween(grid.focusedIndex(), grid.focusedIndex());
}

interface ToolsProps extends Pick<BrowseProps, 'rows' | 'listing' | 'onSort'> {
  readonly selected: FolderSelection;
  readonly onView: (view: Preferences['view']) => void;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onPlace: (placing: Placing, nodes: readonly NodeView[]) => void;
  readonly onTrash: (nodes: readonly NodeView[]) => Promise<void>;
  readonly onRename: (index: number) => void;
  readonly onMany: TakeMany;
  readonly onHelp: () => void;
  readonly onPast: () => void;
  readonly onFocusFound: () => void;
  readonly filter: Filter;
  readonly details: Details;
}

/** The toolbar of the list stays until the code of the selection bar is loaded. */
function Tools({ rows, selected, details, ...props }: ToolsProps) {
  const hasSelection = selected.selection.count > 0;
  const actions = useActions(hasSelection);
  const found = actions && <actions.FocusFound onFound={props.onFocusFound} />;
  const toggle = <DetailsToggle isOpen={details.isOpen} onToggle={details.toggle} />;
  return (
    <div className={styles['toolbar']}>
      {found}
      {hasSelection && actions !== undefined ? (
        <actions.SelectionBar {...props} selected={selected} details={toggle} />
      ) : (
        <ListTools {...props} total={rows.total} onSelectAll={selected.selectAll} details={toggle} />
      )}
    </div>
  );
}

/** Finds the indexes of these items among the loaded rows. */
function indexesAmong(rows: FolderRows, ids: readonly NodeId[]): RangeSet {
  return ids.reduce((set, id) => {
    const index = rows.indexOf(id);
    return index === undefined ? set : addRange(set, index, index);
  }, EMPTY_RANGE_SET);
}
