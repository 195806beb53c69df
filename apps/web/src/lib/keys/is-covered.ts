const OVERLAYS = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Keys are for what lies over the page. */
export function isCovered(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}
