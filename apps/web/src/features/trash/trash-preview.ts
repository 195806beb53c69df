import type { NodeId, NodeView } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import type { TrashRows } from './use-trash-rows.ts';

const ROWS_PASSED_MAX = 400;

/** A file of the trash that is open in the preview. */
export interface TrashViewing {
  readonly node: NodeView;
  /** The file at a distance from this one, counting only files. Undefined beyond the loaded items. */
  readonly at: (offset: number) => NodeView | undefined;
  readonly onShow: (nodeId: NodeId) => void;
  readonly onClose: () => void;
}

interface TrashPreview {
  /** Opens the preview. Returns false for a folder, which has none. */
  readonly open: (index: number) => boolean;
  readonly element: ReactNode;
}

/** Follows the file instead of its position, because other items may be restored meanwhile. */
export function useTrashPreview(
  rows: TrashRows,
  render: (viewing: TrashViewing) => ReactNode,
  onClosed: (index: number) => void,
): TrashPreview {
  const [viewed, setViewed] = useState<NodeId>();
  const index = viewed === undefined ? -1 : indexOf(rows, viewed);
  const node = index < 0 ? undefined : rows.getRow(index)?.node;
  const fileAt = (at: number): NodeView | undefined => {
    const found = rows.getRow(at)?.node;
    return found?.kind === 'file' ? found : undefined;
  };
  return {
    open: (at) => {
      const file = fileAt(at);
      if (file !== undefined) setViewed(file.id);
      return file !== undefined;
    },
    element:
      node === undefined
        ? undefined
        : render({
            node,
            at: (offset) => fileBeside(fileAt, index, offset),
            onShow: setViewed,
            onClose: () => {
              setViewed(undefined);
              onClosed(index);
            },
          }),
  };
}

function indexOf(rows: TrashRows, nodeId: NodeId): number {
  for (const index of rows.loadedIndexes()) if (rows.getRow(index)?.node.id === nodeId) return index;
  return -1;
}

/** Finds a neighbouring file, skipping the folders in between. */
function fileBeside(
  fileAt: (index: number) => NodeView | undefined,
  from: number,
  offset: number,
): NodeView | undefined {
  let left = Math.abs(offset);
  for (let distance = 1; left > 0 && distance <= ROWS_PASSED_MAX; distance += 1) {
    const found = fileAt(from + Math.sign(offset) * distance);
    if (found !== undefined) left -= 1;
    if (left === 0) return found;
  }
  return offset === 0 ? fileAt(from) : undefined;
}
