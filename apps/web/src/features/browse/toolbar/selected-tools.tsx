import type { NodeView } from '@coffer/contracts';
import { type ReactNode, useEffect } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { offeredCommands } from '../../../lib/keys/commands.ts';
import { loadActions } from '../lazy-actions.ts';
import type { TakeMany } from '../many/use-many.tsx';
import type { Placing } from '../move/placing.ts';
import type { FolderSelection } from '../use-folder-selection.ts';
import { SelectionBar } from './selection-bar.tsx';

interface SelectedToolsProps {
  readonly selected: FolderSelection;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onPlace: (placing: Placing, nodes: readonly NodeView[]) => void;
  readonly onTrash: (nodes: readonly NodeView[]) => Promise<void>;
  readonly onRename: (index: number) => void;
  readonly onMany: TakeMany;
  readonly details: ReactNode;
}

export function SelectedTools({ selected, details, ...on }: SelectedToolsProps) {
  const { selection, withSelected, clear } = selected;
  const { mayShare } = useSpaceRights();
  useActionsAhead();
  const only = selection.count === 1 ? selection.ranges[0]?.first : undefined;
  return (
    <SelectionBar
      count={selection.count}
      onDownload={() => void withSelected(on.onDownload)}
      onShare={only === undefined || !mayShare ? undefined : () => offeredCommands()['share']?.()}
      onRename={only === undefined ? undefined : () => on.onRename(only)}
      onPlace={(placing) => {
        if (!on.onMany(placing, selection)) void withSelected((nodes) => on.onPlace(placing, nodes));
      }}
      onTrash={() => {
        if (on.onMany('trash', selection)) return;
        void withSelected(async (nodes) => {
          clear();
          await on.onTrash(nodes);
        });
      }}
      onClear={clear}
      details={details}
    />
  );
}

/** An action follows soon. A failed load is repeated when needed. */
function useActionsAhead(): void {
  useEffect(() => void Promise.allSettled([loadActions()]), []);
}
