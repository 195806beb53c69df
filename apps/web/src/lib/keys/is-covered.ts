const OVERLAYS = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether an overlay covers the page, so that keys are for the overlay. */
export function isCovered(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}
