import { useKeyDown } from '../../lib/keys/use-key-down.ts';

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Handles keys for the file, unless a menu or dialog is open over it. */
export function useViewerKeys(onKey: (event: KeyboardEvent) => void): void {
  useKeyDown((event) => {
    if (!isOverViewer(event.target)) onKey(event);
  });
}

export function isOverViewer(target: EventTarget | null): boolean {
  const overlay = target instanceof Element ? target.closest(OVERLAYS) : null;
  return overlay !== null && !overlay.matches('[data-page-dialog]');
}
