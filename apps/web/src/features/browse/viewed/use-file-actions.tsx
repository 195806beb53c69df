import type { NodeView } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { useQuery } from '../../../api/calls/use-query.ts';
import { pathQuery } from '../../../api/nodes.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import type { MenuAnchor } from '../../../ui/overlays/index.ts';
import { RowMenu } from '../lazy-actions.ts';
import { useMover } from '../move/mover.tsx';
import { isNodeDialog, NodeDialog, type NodeDialogName } from '../node-dialogs.tsx';
import { useText } from '../texts.ts';
import { useNodeActions } from '../use-node-actions.ts';
import { Suspense } from '../../../ui/loading/lazy.tsx';

/** Actions that have a button next to the menu. */
const BESIDE_MENU = ['open', 'download', 'details'];
/** Actions that need the folder of an item: an item shared without its folder cannot be moved. */
const IN_FOLDER = ['move', 'copy', 'duplicate'];

export interface FileActions {
  /** Runs an action by id. The viewer handles its own actions. */
  readonly run: (id: string) => void;
  readonly renderMenu: (menu: FileMenu) => ReactNode;
  readonly dialogs: ReactNode;
}

export interface FileMenu {
  readonly anchor: MenuAnchor;
  /** Actions to leave out, in addition to those with a separate button. */
  readonly without?: readonly string[];
  readonly onAction: (id: string) => void;
  readonly onClose: () => void;
}

/** The row menu for a file that is open in the viewer over its list. */
export function useFileActions(node: NodeView): FileActions {
  const text = useText();
  const actions = useNodeActions();
  const [dialog, setDialog] = useState<NodeDialogName>();
  const mover = useMover({
    ...usePlaceOf(node),
    onArrived: nothing,
    onLeaving: nothing,
    // A single file is always handled directly.
    onMany: () => false,
  });
  return {
    run: (id) => {
      if (isNodeDialog(id)) setDialog(id);
      else if (id === 'receipt') void actions.saveReceipt(node);
      else if (id === 'template') void actions.keepAsTemplate(node);
      else if (id === 'ask') void actions.ask(node.id);
      else if (id === 'star') void actions.star([node]);
      else if (id === 'move' || id === 'copy' || id === 'duplicate') mover.choose(id, [node]);
    },
    renderMenu: ({ without = [], ...menu }) => (
      <Suspense fallback={null}>
        <RowMenu
          {...menu}
          label={text('browse.rowActions', { name: node.name })}
          count={1}
          node={node}
          without={[...BESIDE_MENU, ...(node.parentId === null ? IN_FOLDER : []), ...without]}
        />
      </Suspense>
    ),
    dialogs: (
      <>
        <Suspense fallback={null}>
          {dialog !== undefined && (
            <NodeDialog name={dialog} node={node} onClose={() => setDialog(undefined)} />
          )}
        </Suspense>
        {mover.dialogs}
      </>
    ),
  };
}

const nothing = (): void => undefined;

/** The folder of the file, in which the move dialog starts. */
function usePlaceOf({ id, parentId, spaceId }: NodeView) {
  const text = useText();
  const path = useQuery(pathQuery(parentId ?? id), { isEnabled: parentId !== null }).data?.items ?? [];
  const space = useQuery(spacesQuery()).data?.items.find((each) => each.id === spaceId);
  const rootName = space === undefined || space.kind === 'personal' ? undefined : space.name;
  const name = (path.length > 1 ? path.at(-1)?.name : rootName) ?? text('browse.files');
  return { folder: { id: parentId ?? id, name }, rootName };
}
