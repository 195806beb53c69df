import { type DragEvent, useRef, useState } from 'react';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';

/** Takes nothing where the person may not add; the browser must not open the files instead. Children fire enter and leave too, so they are counted. */
export function useDropZone(onDrop: (data: DataTransfer) => void) {
  const { mayAdd } = useSpaceRights();
  const [isOver, setOver] = useState(false);
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
    },
    onDragLeave: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    },
    onDrop: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      if (mayAdd) onDrop(event.dataTransfer);
    },
  };
  return { isOver, events };
}

export function holdsFiles(data: DataTransfer): boolean {
  return data.types.includes('Files');
}
