import type { NodeId, NodeView } from '@coffer/contracts';
import { type ReactNode, type RefObject, useImperativeHandle, useState } from 'react';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { EMPTY_RANGE_SET, rangeBetween, type RangeSet } from '../../lib/ranges/range-set.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useCommands } from '../../lib/keys/commands.ts';
import { useRowMenu } from '../../lib/selection/use-row-menu.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import type { GridActionDetails, GridActionName, GridHandle } from '../../ui/grid/index.ts';
import type { MenuAnchor } from '../../ui/overlays/index.ts';
import { RowMenu } from './lazy-actions.ts';
import type { TakeMany } from './many/use-many.tsx';
import type { Mode, Placing } from './move/placing.ts';
import { isNodeDialog, NodeDialog, type NodeDialogName } from './node-dialogs.tsx';
import { rowActionIds } from './row-action-ids.ts';
import { useText } from './texts.ts';
import type { FolderRows } from './use-folder-rows.ts';
import type { FolderSelection } from './use-folder-selection.ts';
import { useNodeActions } from './use-node-actions.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

/** Returns the action of a shortcut. */
export type Shortcuts = (letter: string) => (() => void) | undefined;

/** Runs actions for views that show rows outside the list. */
export interface RowActs {
  /** Moves the focus to the list if the rows may leave it. */
  readonly run: (id: string, chosen: RangeSet) => void;
}

interface RowActionsOptions {
  readonly folderId: NodeId;
  readonly acts: RefObject<RowActs | null>;
  readonly ref: RefObject<GridHandle | null>;
  readonly rows: FolderRows;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly selected: Pick<FolderSelection, 'selection' | 'putBack' | 'isLost' | 'rowsToActOn'>;
  readonly onOpen: (node: NodeView) => void;
  readonly onEdit: (index: number | undefined) => void;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onPlace: (placing: Placing, nodes: readonly NodeView[]) => void;
  readonly onHold: (mode: Mode, nodes: readonly NodeView[]) => Promise<void>;
  readonly onDetails: () => void;
  readonly onMany: TakeMany;
  readonly shortcutOf: Shortcuts;
}

interface RowActions {
  readonly open: (node: NodeView) => void;
  readonly handleAction: (action: GridActionName, index: number, details: GridActionDetails) => void;
  readonly shortcutOf: Shortcuts;
  /** The open menu or dialog. */
  readonly overlays: ReactNode;
}

/** Shortcuts that act on the selection, or else on the focused row. */
const ROW_LETTERS: Readonly<Record<string, string>> = {
  '*': 'star',
  l: 'links',
  m: 'move',
  s: 'share',
  t: 'tags',
};

/** After these actions, the rows may be gone or be edited in place. */
const IN_LIST = ['move', 'rename', 'trash'];

/** The actions of the row menu, and their shortcuts. */
export function useRowActions(options: RowActionsOptions): RowActions {
  const { folderId, rows, selection, selected, onEdit } = options;
  const text = useText();
  const rights = useSpaceRights();
  const { mayChange, mayLink } = rights;
  const { hasLetterKeys } = usePreferences();
  const actions = useNodeActions();
  const rowMenu = useRowMenu<MenuAnchor>(selected);
  const { menu } = rowMenu;
  const [dialog, setDialog] = useState<{
    readonly name: NodeDialogName;
    readonly node: NodeView;
    readonly nodes?: readonly NodeView[];
  }>();
  /** A damaged file cannot be opened, so its versions are shown. */
  const open = (node: NodeView): void =>
    node.isDamaged === true ? setDialog({ name: 'versions', node }) : options.onOpen(node);
  const runOn = async (id: string, chosen: RangeSet): Promise<void> => {
    if (options.onMany(id, chosen)) return;
    const nodes = await selected.rowsToActOn(chosen);
    const [node] = nodes;
    if (node === undefined) return;
    if (isNodeDialog(id) && (nodes.length === 1 || id === 'tags')) setDialog({ name: id, node, nodes });
    if (id === 'open') open(node);
    if (id === 'past') navigate(`/nodes/${node.id}/past`);
    if (id === 'template') await actions.keepAsTemplate(node);
    if (id === 'receipt') await actions.saveReceipt(node);
    if (id === 'download') options.onDownload(nodes);
    if (id === 'rename') onEdit(rows.indexOf(node.id));
    if (id === 'move' || id === 'copy' || id === 'duplicate') options.onPlace(id, nodes);
    if (id === 'hold' || id === 'cut') await options.onHold(id === 'cut' ? 'move' : 'copy', nodes);
    if (id === 'details') {
      options.onSelectionChange(chosen);
      options.onDetails();
    }
    if (id === 'ask') await actions.ask(node.id);
    if (id === 'star') await actions.star(nodes);
    if (id === 'trash') {
      options.onSelectionChange(EMPTY_RANGE_SET);
      await actions.trash(nodes);
    }
  };
  const handleAction: RowActions['handleAction'] = (action, index, details) => {
    const chosen = details.selection.count > 0 ? details.selection : rangeBetween(index, index);
    if ((action === 'rename' || action === 'delete') && !mayChange) void actions.refuse(folderId);
    else if (action === 'rename') onEdit(index);
    // A shortcut after a lost selection must not affect the focused row.
    else if (action === 'delete' && !selected.isLost) void runOn('trash', chosen);
    if (action === 'menu') {
      const anchor =
        details.point ?? (details.anchor === undefined ? undefined : { element: details.anchor });
      if (anchor !== undefined) rowMenu.open({ anchor, selection: chosen, before: details.before });
    }
  };
  const shortcutOf: Shortcuts = (letter) => {
    const id = hasLetterKeys ? ROW_LETTERS[letter] : undefined;
    // "Move" without a selection needs a focused row, because it would move one that nobody has chosen.
    const isChosen = selection.count > 0 || document.activeElement?.closest('[aria-selected]') != null;
    const may = { links: mayLink, move: mayChange && !selected.isLost && isChosen }[id ?? ''] ?? true;
    if (id === undefined || !may) return options.shortcutOf(letter);
    return () => {
      // Dialogs other than that of tags are about one item.
      if (id !== 'tags' && isNodeDialog(id) && selection.count > 1) return;
      const focused = options.ref.current?.focusedIndex() ?? 0;
      void runOn(id, selection.count > 0 ? selection : rangeBetween(focused, focused));
    };
  };
  useImperativeHandle(options.acts, () => ({
    run: (id, chosen) => {
      const grid = options.ref.current;
      if (IN_LIST.includes(id)) grid?.focus(chosen.ranges[0]?.first ?? grid.focusedIndex());
      void runOn(id, chosen);
    },
  }));
  const { count } = selection;
  const only = count === 1 ? rows.getRow(selection.ranges[0]?.first ?? -1) : undefined;
  const ids = count === 0 ? [] : rowActionIds({ count, node: only }, rights);
  useCommands({
    ...(!mayLink && { ask: () => void actions.ask(folderId) }),
    ...Object.fromEntries(ids.map((id) => [id, () => void runOn(id, selection)])),
  });
  const overlays = (
    <Suspense fallback={null}>
      {menu !== undefined && (
        <RowMenu
          label={text('browse.column.actions')}
          anchor={menu.anchor}
          count={menu.selection.count}
          node={rows.getRow(menu.selection.ranges[0]?.first ?? -1)}
          onAction={(id) => {
            rowMenu.chosen();
            void runOn(id, menu.selection);
          }}
          onClose={rowMenu.close}
        />
      )}
      {dialog !== undefined && <NodeDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </Suspense>
  );
  return { open, handleAction, shortcutOf, overlays };
}
