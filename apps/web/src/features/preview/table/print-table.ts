import { printSheets } from '../find/print-sheets.ts';

export const ROWS_PRINTED_MAX = 2_000;

interface PrintedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Note that there are more rows. Undefined if all are printed. */
  readonly note: string | undefined;
}

/** Builds a separate table for printing, because the screen renders only the visible rows. */
export function printTable({ head, rows, note }: PrintedTable): void {
  const sheets = document.createElement('div');
  const table = document.createElement('table');
  const first = table.createTHead().insertRow();
  for (const name of head) {
    const cell = document.createElement('th');
    cell.dir = 'auto';
    cell.textContent = name;
    first.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const words of row) {
      const cell = line.insertCell();
      cell.dir = 'auto';
      cell.textContent = words;
    }
  }
  sheets.append(table);
  if (note !== undefined) {
    const below = document.createElement('p');
    below.textContent = note;
    sheets.append(below);
  }
  printSheets(sheets, 'document');
}
