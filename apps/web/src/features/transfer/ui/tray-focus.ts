export const TRAY_ID = 'transfer-tray';

const listeners = new Set<() => void>();

/** Ref of the tray. */
export function trayRef(tray: HTMLElement | null): void {
  if (tray === null) return;
  for (const listener of listeners) listener();
}

/** The listener is called whenever the tray appears. */
export function onTrayShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isTrayShown(): boolean {
  return document.getElementById(TRAY_ID) !== null;
}

/** Focuses the tray. Returns false if the tray is not shown. */
export function focusTray(): boolean {
  const tray = document.getElementById(TRAY_ID);
  const target = tray?.querySelector('ul') ?? tray?.querySelector<HTMLElement>('[aria-expanded]');
  target?.focus();
  return target !== undefined && target !== null;
}
