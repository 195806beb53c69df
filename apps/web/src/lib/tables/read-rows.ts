import { encodingOf } from '../text/encoding-of.ts';
import { csvRows } from './csv-rows.ts';

interface Limits {
  readonly rows: number;
  readonly columns: number;
}

export interface Rows {
  readonly rows: readonly (readonly string[])[];
  /** Whether the file has more rows than the limit. */
  readonly isCut: boolean;
}

const SAMPLE_BYTES = 64 * 1_024;

/** The rows of a CSV or TSV file in any common encoding, up to `limits`. */
export function readRows(bytes: Uint8Array, limits: Limits): Rows {
  const text = new TextDecoder(encodingOf(bytes.subarray(0, SAMPLE_BYTES))).decode(bytes);
  const rows: (readonly string[])[] = [];
  for (const { cells } of csvRows(text)) {
    if (rows.length === limits.rows) return { rows, isCut: true };
    rows.push(cells.slice(0, limits.columns));
  }
  return { rows, isCut: false };
}
