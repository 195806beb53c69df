import { useEffect, useEffectEvent } from 'react';
import { type DroppedFiles, takeHeldDrop } from '../held-drop.ts';

/** Passes on files that were dropped while the page was loading. */
export function useHeldDrop(onDrop: (files: DroppedFiles) => void): void {
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const held = takeHeldDrop();
    if (held !== undefined) take(held);
  }, []);
}
