import { type CellObject, type ParsingOptions, read, type WorkSheet } from '@e965/xlsx';
import { MIB } from '@coffer/kit';
import { packZip } from '../zip/pack-zip.ts';
import { unpackZip, type UnpackRefusal } from '../zip/unpack-zip.ts';
import { boundWorkbook, CUT_MARK, WORKBOOK_LIMITS } from './bound-workbook.ts';
import { COLUMNS_MAX } from './csv-format.ts';

export const SHEET_ROWS_MAX = 200_000;
const SHEETS_MAX = 200;
const NAME_MAX = 100;
/** Limit of a workbook in the old binary format, which is read as a whole. */
const BINARY_MAX = 16 * MIB;
const CSV_MAX = 32 * MIB;

export interface Sheet {
  /** The values as the spreadsheet program last showed them. */
  readonly csv: Uint8Array;
  /** Whether there are more rows. */
  readonly isCut: boolean;
}

export interface Workbook {
  readonly names: readonly string[];
  /** Reads a sheet as CSV. Holds one sheet in memory at a time, if the file format allows it. */
  readonly read: (sheet: number) => Sheet;
}

/** Opens workbooks of Excel and OpenDocument. Formulas are not calculated. */
export async function openWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  limits = WORKBOOK_LIMITS,
): Promise<Workbook | UnpackRefusal> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip) return bytes.length > BINARY_MAX ? 'large' : whole(bytes);
  const parts = await unpackZip(bytes);
  if (typeof parts === 'string') return parts;
  const bounded = boundWorkbook(parts, limits);
  if (bounded === 'large') return 'large';
  // A forged zip directory could fill the memory, so the library gets only counted bytes.
  const source = packZip(bounded);
  return bounded.has('content.xml') ? whole(source) : sheetBySheet(source);
}

function whole(source: Uint8Array): Workbook | 'encrypted' {
  const opened = opening(source, {});
  if (opened === 'encrypted') return opened;
  const names = opened.SheetNames.slice(0, SHEETS_MAX);
  return { names: named(names), read: (at) => sheetOf(opened.Sheets[names[at] ?? '']) };
}

function sheetBySheet(source: Uint8Array): Workbook | 'encrypted' {
  const opened = opening(source, { bookSheets: true });
  if (opened === 'encrypted') return opened;
  const names = opened.SheetNames.slice(0, SHEETS_MAX);
  return {
    names: named(names),
    read: (at) => {
      const one = opening(source, { sheets: at });
      return sheetOf(one === 'encrypted' ? undefined : one.Sheets[names[at] ?? '']);
    },
  };
}

function named(names: readonly string[]): readonly string[] {
  return names.map((name) => name.slice(0, NAME_MAX));
}

function opening(
  source: Uint8Array,
  which: Pick<ParsingOptions, 'bookSheets' | 'sheets'>,
): ReturnType<typeof read> | 'encrypted' {
  const options = { dense: true, cellFormula: false, cellHTML: false, sheetRows: SHEET_ROWS_MAX };
  try {
    return read(source, { ...options, ...which, type: 'array' });
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) return 'encrypted';
    throw error;
  }
}

function sheetOf(sheet: WorkSheet | undefined): Sheet {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet?.['!data'] ?? [];
  const lines: string[] = [];
  let length = 0;
  let isCut = data.length >= SHEET_ROWS_MAX;
  for (const cells of data) {
    const line = lineOf(cells ?? []);
    length += line.length + 1;
    isCut ||= line === CUT_MARK || length > CSV_MAX;
    if (line === CUT_MARK || length > CSV_MAX) break;
    lines.push(line);
  }
  while (lines.at(-1) === '') lines.pop();
  return { csv: new TextEncoder().encode(lines.join('\n')), isCut };
}

/** One CSV line, without the empty cells at its end. */
function lineOf(cells: readonly (CellObject | undefined)[]): string {
  const width = Math.min(cells.length, COLUMNS_MAX);
  return Array.from({ length: width }, (_, column) => quoted(cellText(cells[column])))
    .join(',')
    .replace(/,+$/, '');
}

/** The text as the spreadsheet program shows it, or else the plain value. */
function cellText(cell: CellObject | undefined): string {
  if (cell === undefined || cell.t === 'z') return '';
  if (cell.w !== undefined) return cell.w;
  return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v ?? '');
}

function quoted(words: string): string {
  return /[",\n\r]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}
