import { useEffect, useEffectEvent } from 'react';

/** Handles files that are dropped anywhere on the page. */
export function useDrop(onDrop: (data: DataTransfer) => void): void {
  const handleDrop = useEffectEvent((event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal: stop.signal });
    document.addEventListener('drop', (event) => handleDrop(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
