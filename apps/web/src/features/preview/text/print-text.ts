import { printSheets } from '../find/print-sheets.ts';

/** The whole text, of which the sheet on the screen draws a few lines. */
export function printText(text: string): void {
  const sheets = document.createElement('div');
  const lines = document.createElement('pre');
  lines.textContent = text;
  sheets.append(lines);
  printSheets(sheets, 'document');
}
