export const TRAY_ID = 'transfer-tray';

/** Puts the focus where the transfers are listed, or can be. False while there are none. */
export function focusTray(): boolean {
  const tray = document.getElementById(TRAY_ID);
  const target = tray?.querySelector('ul') ?? tray?.querySelector<HTMLElement>('[aria-expanded]');
  target?.focus();
  return target !== undefined && target !== null;
}
