import { printSheets } from './print-sheets.ts';

/** Prints only a copy of the element, on a white background. */
export function printElement(element: HTMLElement): void {
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.removeAttribute('tabindex');
  // Interactive parts make no sense on paper, and a copied frame would load again.
  for (const each of copy.querySelectorAll('nav, iframe, details, search, button, fieldset')) each.remove();
  const sheets = document.createElement('div');
  sheets.append(copy);
  printSheets(sheets, 'document');
}
