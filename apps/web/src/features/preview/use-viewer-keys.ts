import { createContext, useContext } from 'react';
import { useKeyDown } from '../../lib/keys/use-key-down.ts';

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

const Covered = createContext(false);

/** True for the viewer below a slideshow, which has keys of its own. */
export const CoveredProvider = Covered;

/** Handles keys for the file, unless a menu, a dialog or the slideshow is open over it. */
export function useViewerKeys(onKey: (event: KeyboardEvent) => void): void {
  const isCovered = useContext(Covered);
  useKeyDown((event) => {
    if (!isCovered && !isOverViewer(event.target)) onKey(event);
  });
}

export function isOverViewer(target: EventTarget | null): boolean {
  const overlay = target instanceof Element ? target.closest(OVERLAYS) : null;
  return overlay !== null && !overlay.matches('[data-page-dialog]');
}
