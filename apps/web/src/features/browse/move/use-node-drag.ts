import type { NodeView } from '@coffer/contracts';
import { useRef } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { hasIndex, type RangeSet } from '../../../lib/range-set.ts';
import type { GridDrag } from '../../../ui/grid/index.ts';
import type { FolderRows } from '../use-folder-rows.ts';
import type { Target } from './placing.ts';

/** Marks a drag of rows, as files of the computer are marked by `Files`. */
const NODES = 'application/x-coffer-nodes';

export interface FolderDrop {
  readonly isTarget: (transfer: DataTransfer) => boolean;
  readonly onDrop: (folder: Target) => void;
}

/** Rows are dragged onto folders of the list and of the path. */
export function useNodeDrag(
  rows: FolderRows,
  rowsFor: (selection: RangeSet) => Promise<readonly NodeView[]>,
  onMove: (nodes: readonly NodeView[], target: Target) => Promise<void>,
): { readonly grid: GridDrag<NodeView>; readonly path: FolderDrop } {
  const { mayChange } = useSpaceRights();
  const dragged = useRef<RangeSet>(undefined);
  const isOurs = (transfer: DataTransfer): boolean =>
    dragged.current !== undefined && transfer.types.includes(NODES);
  const drop = async (target: Target): Promise<void> => {
    const selection = dragged.current;
    dragged.current = undefined;
    if (selection !== undefined) await onMove(await rowsFor(selection), target);
  };
  return {
    grid: {
      ...(mayChange && {
        onStart: (_: number, transfer: DataTransfer, selection: RangeSet) => {
          dragged.current = selection;
          transfer.setData(NODES, String(selection.count));
          transfer.effectAllowed = 'move';
        },
      }),
      onEnd: () => {
        dragged.current = undefined;
      },
      isTarget: (index, row, transfer) =>
        isOurs(transfer) &&
        row.kind === 'folder' &&
        dragged.current !== undefined &&
        !hasIndex(dragged.current, index),
      onOver: (_, transfer) => {
        transfer.dropEffect = 'move';
      },
      onDrop: (index) => {
        const folder = rows.getRow(index);
        if (folder !== undefined) void drop(folder);
      },
    },
    path: { isTarget: isOurs, onDrop: (folder) => void drop(folder) },
  };
}
