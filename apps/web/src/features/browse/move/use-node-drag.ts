import type { NodeView } from '@coffer/contracts';
import { useRef } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { hasIndex, type RangeSet } from '../../../lib/ranges/range-set.ts';
import type { GridDrag } from '../../../ui/grid/index.ts';
import type { FolderRows } from '../use-folder-rows.ts';
import type { Mode, Target } from './placing.ts';

/** Marks a drag of rows, as files of the computer are marked by `Files`. */
const NODES = 'application/x-coffer-nodes';

interface Dragged {
  readonly selection: RangeSet;
  readonly stop: Promise<() => void>;
}

/** Rows are dragged onto folders of the list, of the path and of the tree, and onto spaces. With Ctrl or Alt they are copied. */
export function useNodeDrag(
  rows: FolderRows,
  rowsFor: (selection: RangeSet) => Promise<readonly NodeView[]>,
  onPlace: (mode: Mode, nodes: readonly NodeView[], target: Target) => Promise<void>,
): GridDrag<NodeView> {
  const { mayChange } = useSpaceRights();
  const dragged = useRef<Dragged>(undefined);
  const modeOf = (event: { readonly ctrlKey: boolean; readonly altKey: boolean }): Mode =>
    event.ctrlKey || event.altKey || !mayChange ? 'copy' : 'move';
  const end = async (): Promise<void> => {
    const ended = dragged.current;
    dragged.current = undefined;
    (await ended?.stop)?.();
  };
  const drop = async (target: Target, mode: Mode): Promise<void> => {
    const selection = dragged.current?.selection;
    void end();
    if (selection !== undefined) await onPlace(mode, await rowsFor(selection), target);
  };
  const listen = async (): Promise<() => void> => {
    const [code] = await Promise.allSettled([import('./carry.ts')]);
    if (code.status === 'rejected') return () => undefined;
    return code.value.carry({ modeOf, onDrop: (target, mode) => void drop(target, mode) });
  };
  return {
    onStart: (_, transfer, selection) => {
      dragged.current = { selection, stop: listen() };
      transfer.setData(NODES, String(selection.count));
      transfer.effectAllowed = mayChange ? 'copyMove' : 'copy';
    },
    onEnd: () => void end(),
    isTarget: (index, row, transfer) =>
      transfer.types.includes(NODES) &&
      row.kind === 'folder' &&
      dragged.current !== undefined &&
      !hasIndex(dragged.current.selection, index),
    onOver: (_, event) => {
      event.dataTransfer.dropEffect = modeOf(event);
    },
    onDrop: (index, event) => {
      const folder = rows.getRow(index);
      if (folder !== undefined) void drop(folder, modeOf(event));
    },
  };
}
