import { encodingOf } from '../text/encoding-of.ts';
import { cellsOf, type Delimiter, delimiterOf } from './csv-format.ts';

interface Limits {
  readonly rows: number;
  readonly columns: number;
}

export interface Rows {
  readonly rows: readonly (readonly string[])[];
  /** There were more. */
  readonly isCut: boolean;
}

const BEGINNING = 64 * 1_024;

/** The rows of a CSV or TSV file. A line break between quotes belongs to its cell, as in the table of the viewer. */
export function readRows(bytes: Uint8Array, limits: Limits): Rows {
  const text = new TextDecoder(encodingOf(bytes.subarray(0, BEGINNING))).decode(bytes);
  const delimiter = delimiterOf(text.slice(0, BEGINNING));
  const rows: string[][] = [];
  let from = 0;
  for (let end = endOfRow(text, from, delimiter); from < text.length; end = endOfRow(text, from, delimiter)) {
    if (rows.length === limits.rows) return { rows, isCut: true };
    const row = text.slice(from, end);
    if (row !== '') rows.push(cellsOf(row, delimiter, limits.columns));
    from = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return { rows, isCut: false };
}

/** Quotes count at the start of a cell only. A quote that is never closed ends with its line. */
function endOfRow(text: string, from: number, delimiter: Delimiter): number {
  let at = from;
  let isCellStart = true;
  while (at < text.length) {
    const character = text[at];
    if (character === '\n' || character === '\r') return at;
    if (character === '"' && isCellStart) {
      const closed = closingQuote(text, at + 1);
      if (closed !== undefined) at = closed;
    }
    isCellStart = character === delimiter;
    at += 1;
  }
  return at;
}

function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}
