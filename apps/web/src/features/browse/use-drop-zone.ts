import type { NodeId, NodeView } from '@coffer/contracts';
import { type DragEvent, useRef, useState } from 'react';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import type { GridDrag } from '../../ui/grid/index.ts';

/** Takes nothing where the person may not add; the browser must not open the files instead. Children fire enter and leave too, so they are counted. */
export function useDropZone(onDrop: (data: DataTransfer, folderId?: NodeId) => void) {
  const { mayAdd } = useSpaceRights();
  const [isOver, setOver] = useState(false);
  const [aim, setAim] = useState<string>();
  const depth = useRef(0);
  const events = {
    onDragEnter: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(mayAdd);
    },
    onDragOver: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = mayAdd ? 'copy' : 'none';
      setAim(undefined);
    },
    onDragLeave: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    },
    // A folder of the list may take the files.
    onDropCapture: (): void => {
      depth.current = 0;
      setOver(false);
    },
    onDrop: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (mayAdd) onDrop(event.dataTransfer);
    },
  };
  /** Folders of the list take files too. */
  const onto = (
    drag: GridDrag<NodeView>,
    getRow: (index: number) => NodeView | undefined,
  ): GridDrag<NodeView> => ({
    ...drag,
    isTarget: (index, row, transfer) =>
      holdsFiles(transfer) ? mayAdd && row.kind === 'folder' : drag.isTarget(index, row, transfer),
    onOver: (index, event) => {
      if (!holdsFiles(event.dataTransfer)) {
        drag.onOver?.(index, event);
        return;
      }
      event.dataTransfer.dropEffect = 'copy';
      setAim(getRow(index)?.name);
    },
    onDrop: (index, event) => {
      const folder = getRow(index);
      if (!holdsFiles(event.dataTransfer)) drag.onDrop(index, event);
      else if (folder !== undefined) onDrop(event.dataTransfer, folder.id);
    },
  });
  return { isOver, aim, events, onto };
}

export function holdsFiles(data: DataTransfer): boolean {
  return data.types.includes('Files');
}
