import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { packZip } from '../zip/pack-zip.ts';
import { unpackZip, type UnpackRefusal } from '../zip/unpack-zip.ts';
import { COLUMNS_MAX } from './csv-format.ts';

export const SHEET_ROWS_MAX = 200_000;
const SHEETS_MAX = 200;
const NAME_MAX = 100;

export interface Workbook {
  readonly names: readonly string[];
  /** A sheet as CSV: the values that its program showed last. */
  readonly csvOf: (sheet: number) => Uint8Array;
}

/** Workbooks of Excel and OpenDocument. Nothing in them is calculated. */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook | UnpackRefusal> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const parts = isZip ? await unpackZip(bytes) : undefined;
  if (typeof parts === 'string') return parts;
  // A directory that lies would fill the memory, so the library gets only what was counted.
  const source = parts === undefined ? bytes : packZip(parts);
  const opened = opening(source);
  if (typeof opened === 'string') return opened;
  const { SheetNames: names, Sheets: sheets } = opened;
  const shown = names.slice(0, SHEETS_MAX);
  return {
    names: shown.map((name) => name.slice(0, NAME_MAX)),
    csvOf: (at) => csvOf(sheets[shown[at] ?? '']),
  };
}

function opening(source: Uint8Array): ReturnType<typeof read> | 'encrypted' {
  const options = {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    sheetRows: SHEET_ROWS_MAX,
  };
  try {
    return read(source, { ...options, type: 'array' });
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) return 'encrypted';
    throw error;
  }
}

function csvOf(sheet: WorkSheet | undefined): Uint8Array {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet?.['!data'] ?? [];
  const lines: string[] = [];
  for (let row = 0; row < data.length; row += 1) {
    const cells = data[row] ?? [];
    const width = Math.min(cells.length, COLUMNS_MAX);
    lines.push(Array.from({ length: width }, (_, column) => quoted(wordsOf(cells[column]))).join(','));
  }
  while (lines.at(-1)?.replaceAll(/[,"]/g, '') === '') lines.pop();
  return new TextEncoder().encode(lines.join('\n'));
}

/** As its program shows it, or plain. */
function wordsOf(cell: CellObject | undefined): string {
  if (cell === undefined || cell.t === 'z') return '';
  if (cell.w !== undefined) return cell.w;
  return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v ?? '');
}

function quoted(words: string): string {
  return /[",\n\r]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}
