import { MIB } from '@coffer/kit';
import { encodingOf, type TextEncodingName } from '../../../lib/text/encoding-of.ts';
import { cellsOf, COLUMNS_MAX, type Delimiter, delimiterOf } from '../../../lib/tables/csv-format.ts';

/** Maximum number of rows, including a header. */
export const ROWS_MAX = 1_000_001;

const BYTES_MAX = 200 * MIB;
const ROW_BYTES_MAX = 256 * 1_024;
const BEGINNING_BYTES = 64 * 1_024;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

type ScanState = 'cell starts' | 'in a cell' | 'in quotes' | 'after a quote';

export type Truncation = 'rows' | 'bytes';

/**
 * Holds the file's bytes and the offset of each row, which takes a tenth of the memory of cell strings. Cells are
 * decoded when shown.
 */
export class CsvIndex {
  rowCount = 0;
  truncation: Truncation | undefined;
  encoding: TextEncodingName = 'utf-8';
  delimiter: Delimiter = ',';
  private bytes: Uint8Array<ArrayBuffer>;
  private length = 0;
  private scanned = 0;
  private starts = new Uint32Array(1_024);
  private state: ScanState = 'cell starts';
  private rowStart = 0;
  private isOpen = false;
  private transcode: ((chunk: Uint8Array, isLast: boolean) => Uint8Array) | undefined;
  private readonly strict = new TextDecoder('utf-8', { fatal: true });
  private readonly lenient = new TextDecoder('windows-1252');

  private readonly hint: Delimiter | undefined;

  constructor(sizeBytes: number, hint?: Delimiter) {
    this.hint = hint;
    this.bytes = new Uint8Array(Math.min(Math.max(sizeBytes, 1_024), BYTES_MAX));
  }

  get isFull(): boolean {
    return this.truncation !== undefined;
  }

  add(chunk: Uint8Array): void {
    this.append(this.transcode === undefined ? chunk : this.transcode(chunk, false));
    if (!this.isOpen && this.length >= BEGINNING_BYTES) this.open();
    if (this.isOpen) this.scan();
  }

  finish(): void {
    if (!this.isOpen) this.open();
    if (this.transcode !== undefined) this.append(this.transcode(new Uint8Array(), true));
    this.scan();
    if (this.length > this.rowStart && !this.isFull) this.endRow(this.length, this.length);
    // If the size limit was reached within the first row, that row is shown truncated.
    else if (this.truncation === 'bytes' && this.rowCount === 0) this.endRow(this.length, this.length);
  }

  cells(row: number): readonly string[] {
    const start = this.starts[row] ?? 0;
    const end = this.starts[row + 1] ?? start;
    const text = this.decode(this.bytes.subarray(start, Math.min(end, start + ROW_BYTES_MAX)));
    return cellsOf(text.replace(/[\r\n]+$/, ''), this.delimiter, COLUMNS_MAX + 1);
  }

  /** The decoded text of a row, not split into cells, for searching. */
  textOf(row: number): string {
    const start = this.starts[row] ?? 0;
    return this.decode(
      this.bytes.subarray(start, Math.min(this.starts[row + 1] ?? start, start + ROW_BYTES_MAX)),
    );
  }

  private open(): void {
    this.isOpen = true;
    this.encoding = encodingOf(this.bytes.subarray(0, Math.min(this.length, BEGINNING_BYTES)));
    if (this.encoding.startsWith('utf-16')) this.toUtf8();
    const hasMark = this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf;
    this.rowStart = hasMark ? 3 : 0;
    this.scanned = this.rowStart;
    this.delimiter =
      this.hint ??
      delimiterOf(this.decode(this.bytes.subarray(this.rowStart, Math.min(this.length, BEGINNING_BYTES))));
  }

  private toUtf8(): void {
    const decoder = new TextDecoder(this.encoding);
    const encoder = new TextEncoder();
    this.transcode = (chunk, isLast) => encoder.encode(decoder.decode(chunk, { stream: !isLast }));
    const beginning = this.bytes.slice(0, this.length);
    this.length = 0;
    this.append(this.transcode(beginning, false));
  }

  private append(chunk: Uint8Array): void {
    const room = BYTES_MAX - this.length;
    if (chunk.length > room) this.truncation ??= 'bytes';
    const fitting = chunk.subarray(0, room);
    if (this.length + fitting.length > this.bytes.length) {
      const larger = new Uint8Array(Math.min(BYTES_MAX, (this.length + fitting.length) * 1.5));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(fitting, this.length);
    this.length += fitting.length;
  }

  /** Scans each byte once. Delimiters, quotes and line ends are single bytes in UTF-8 and Windows-1252. */
  private scan(): void {
    const { bytes, length } = this;
    const delimiter = this.delimiter.charCodeAt(0);
    let { state } = this;
    let at = this.scanned;
    for (; at < length; at += 1) {
      const byte = bytes[at];
      if (state === 'in quotes') {
        if (byte === QUOTE) state = 'after a quote';
        continue;
      }
      if (byte === QUOTE && state === 'after a quote') state = 'in quotes';
      else if (byte === QUOTE && state === 'cell starts') state = 'in quotes';
      else if (byte === LINE_FEED || byte === RETURN) {
        state = 'cell starts';
        this.endRow(at, at + 1);
        if (this.truncation === 'rows') break;
      } else state = byte === delimiter ? 'cell starts' : 'in a cell';
    }
    this.state = state;
    this.scanned = at;
  }

  /** Empty lines are not rows. */
  private endRow(end: number, next: number): void {
    if (end > this.rowStart) {
      if (this.rowCount === ROWS_MAX) {
        this.truncation = 'rows';
        return;
      }
      if (this.rowCount + 2 > this.starts.length) {
        const larger = new Uint32Array(this.starts.length * 2);
        larger.set(this.starts);
        this.starts = larger;
      }
      this.starts[this.rowCount] = this.rowStart;
      this.rowCount += 1;
    }
    this.rowStart = next;
    this.starts[this.rowCount] = next;
  }

  /** Falls back to Windows-1252, because only the start of the file may be valid UTF-8. */
  private decode(bytes: Uint8Array): string {
    if (this.encoding === 'windows-1252') return this.lenient.decode(bytes);
    try {
      return this.strict.decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return bytes.length === ROW_BYTES_MAX ? new TextDecoder().decode(bytes) : this.lenient.decode(bytes);
    }
  }
}
