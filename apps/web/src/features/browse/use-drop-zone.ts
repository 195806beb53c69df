import { type DragEvent, useRef, useState } from 'react';

/** Whether files hang over an element, and the events that tell. Enter and leave come for every child, so they are counted. */
export function useDropZone(onDrop: (data: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const events = {
    onDragEnter: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    },
    onDragOver: (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
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
      onDrop(event.dataTransfer);
    },
  };
  return { isOver, events };
}

export function holdsFiles(data: DataTransfer): boolean {
  return data.types.includes('Files');
}
