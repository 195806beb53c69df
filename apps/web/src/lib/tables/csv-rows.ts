import { type Delimiter, delimiterOf } from './csv-format.ts';

export interface CsvRow {
  /** Line in which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SAMPLE_LENGTH = 64 * 1_024;

/**
 * Yields all rows but empty lines. Quotes count only at the start of a cell and may contain line breaks; a quote that
 * is never closed is part of its cell, which ends with its line.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  const delimiter = delimiterOf(text.slice(0, SAMPLE_LENGTH));
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const row = rowAt(text, at, delimiter) ?? plainRowAt(text, at, delimiter);
    if (row.cells.length > 1 || row.cells[0] !== '') yield { line, cells: row.cells };
    line += text.slice(at, row.end).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = row.end;
  }
}

interface Found {
  readonly cells: readonly string[];
  /** Offset after the line break of the row. */
  readonly end: number;
}

/** Returns undefined if a quote is never closed. */
function rowAt(text: string, start: number, delimiter: Delimiter): Found | undefined {
  const cells: string[] = [];
  for (let at = start; ; at += 1) {
    let cell = '';
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1);
      if (closing === undefined) return undefined;
      cell = text.slice(at + 1, closing).replaceAll('""', '"');
      at = closing + 1;
    }
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    cells.push(cell + text.slice(from, at));
    if (text[at] !== delimiter) return { cells, end: afterBreak(text, at) };
  }
}

function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

function plainRowAt(text: string, start: number, delimiter: Delimiter): Found {
  let end = start;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cells: text.slice(start, end).split(delimiter), end: afterBreak(text, end) };
}

function afterBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(text.length, at + 1);
}

/** Adds a byte order mark, so that spreadsheets detect UTF-8. Cells that look like formulas get an apostrophe. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
