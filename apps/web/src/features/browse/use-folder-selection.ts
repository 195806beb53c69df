import type { NodeView } from '@coffer/contracts';
import { EMPTY_RANGE_SET, firstIndexes } from '../../lib/ranges/range-set.ts';
import { type FollowedSelection, useFollowedSelection } from '../../lib/selection/use-followed-selection.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';
import type { FolderRows } from './use-folder-rows.ts';

export interface FolderSelection extends FollowedSelection<NodeView> {
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Does nothing if the list has changed, and says so. */
  readonly withSelected: (act: (nodes: readonly NodeView[]) => unknown) => Promise<void>;
}

export function useFolderSelection(rows: FolderRows): FolderSelection {
  const text = useText();
  const followed = useFollowedSelection<NodeView>({
    ...rows,
    keyAt: (index) => rows.getRow(index)?.id,
    keyOf: ({ id }) => id,
    onLost: () => showToast({ text: text('browse.selectionLost'), key: 'selection' }),
  });
  return {
    ...followed,
    selectAll: () => followed.setSelection(firstIndexes(rows.total ?? 0)),
    clear: () => followed.setSelection(EMPTY_RANGE_SET),
    withSelected: async (act) => {
      const nodes = await followed.rowsFor(followed.selection);
      if (nodes.length > 0) await act(nodes);
    },
  };
}
