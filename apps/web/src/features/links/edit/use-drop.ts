import { useEffect, useEffectEvent } from 'react';
import type { DroppedFiles } from '../../../lib/held-drop.ts';
import { useHeldDrop } from '../../../lib/hooks/use-held-drop.ts';

/** Handles files that are dropped anywhere on the page. */
export function useDrop(onDrop: (data: DroppedFiles) => void): void {
  const handleDrop = useEffectEvent((event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  });
  useHeldDrop(onDrop);
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal: stop.signal });
    document.addEventListener('drop', (event) => handleDrop(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
