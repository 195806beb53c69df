import { LIMITS, type NodeView } from '@coffer/contracts';
import { EMPTY_RANGE_SET, firstIndexes, type RangeSet } from '../../lib/ranges/range-set.ts';
import { type FollowedSelection, useFollowedSelection } from '../../lib/selection/use-followed-selection.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';
import type { FolderRows } from './use-folder-rows.ts';

export interface FolderSelection extends FollowedSelection<NodeView> {
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Like `rowsFor`, but shows a message if the rows cannot be read or are too many. */
  readonly rowsToActOn: (selection: RangeSet) => Promise<readonly NodeView[]>;
  /** Does nothing, and shows a message, if the list has changed. */
  readonly withSelected: (act: (nodes: readonly NodeView[]) => unknown) => Promise<void>;
}

export function useFolderSelection(
  rows: FolderRows,
  onUnread: (cause: unknown) => Promise<void>,
): FolderSelection {
  const text = useText();
  const followed = useFollowedSelection<NodeView>({
    ...rows,
    keyAt: (index) => rows.getRow(index)?.id,
    keyOf: ({ id }) => id,
    onLost: () => showToast({ text: text('browse.selectionLost'), key: 'selection' }),
  });
  const rowsToActOn = async (selection: RangeSet): Promise<readonly NodeView[]> => {
    if (selection.count > LIMITS.selectedMax) {
      await onUnread('too_many');
      return [];
    }
    try {
      return await followed.rowsFor(selection);
    } catch (cause) {
      await onUnread(cause);
      return [];
    }
  };
  return {
    ...followed,
    rowsToActOn,
    selectAll: () => followed.setSelection(firstIndexes(rows.total ?? 0)),
    clear: () => followed.setSelection(EMPTY_RANGE_SET),
    withSelected: async (act) => {
      const nodes = await rowsToActOn(followed.selection);
      if (nodes.length > 0) await act(nodes);
    },
  };
}
