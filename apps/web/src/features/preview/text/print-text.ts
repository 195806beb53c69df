import { printSheets } from '../find/print-sheets.ts';

/** Prints the whole text; the sheet on the screen renders only some lines. */
export function printText(text: string): void {
  const sheets = document.createElement('div');
  const lines = document.createElement('pre');
  lines.textContent = text;
  sheets.append(lines);
  printSheets(sheets, 'document');
}
