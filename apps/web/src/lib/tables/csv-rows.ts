import { type Delimiter, delimiterOf } from './csv-format.ts';

export interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** All rows with their lines, for small files. Quotes count at the start of a cell only, and an open one ends with its line. */
export function csvRows(text: string): readonly CsvRow[] {
  const delimiter = delimiterOf(text.slice(0, 64_000));
  const rows: CsvRow[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const row = rowAt(text, at, delimiter) ?? plainRowAt(text, at, delimiter);
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells });
    line += text.slice(at, row.end).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = row.end;
  }
  return rows;
}

interface Found {
  readonly cells: readonly string[];
  /** After its line break. */
  readonly end: number;
}

/** Undefined if a quote is never closed. */
function rowAt(text: string, start: number, delimiter: Delimiter): Found | undefined {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) return undefined;
        if (text[at] !== '"') cell += text[at] ?? '';
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    cells.push(cell + text.slice(from, at));
    if (text[at] !== delimiter) return { cells, end: afterBreak(text, at) };
    at += 1;
  }
}

function plainRowAt(text: string, start: number, delimiter: Delimiter): Found {
  const length = text.slice(start).search(/[\r\n]/);
  const end = length < 0 ? text.length : start + length;
  return { cells: text.slice(start, end).split(delimiter), end: afterBreak(text, end) };
}

function afterBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(text.length, at + 1);
}

/** With a mark by which spreadsheets know UTF-8. What a spreadsheet would take for a formula gets an apostrophe. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
