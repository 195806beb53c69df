import type { TextEncodingName } from '../../../lib/text/encoding-of.ts';
import type { UnpackRefusal } from '../../../lib/zip/unpack-zip.ts';
import type { Delimiter } from '../../../lib/tables/csv-format.ts';
import type { Truncation } from './csv-index.ts';
import type { Shape, Order } from './csv-table.ts';

export type TableRequest =
  | {
      readonly type: 'open';
      readonly url: string;
      readonly sizeBytes: number;
      readonly delimiter: Delimiter | undefined;
      readonly isWorkbook: boolean;
    }
  | { readonly type: 'sheet'; readonly view: number; readonly sheet: number }
  | { readonly type: 'rows'; readonly view: number; readonly first: number; readonly count: number }
  /** Requests the first rows of the view in one message. */
  | { readonly type: 'beginning'; readonly count: number }
  | { readonly type: 'order'; readonly view: number; readonly wish: Order };

export interface TableFacts {
  readonly shape: Shape;
  readonly encoding: TextEncodingName;
  readonly delimiter: Delimiter;
}

export interface TableRow {
  /** Row number in the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

export type TableError = UnpackRefusal | 'silent';

export type TableMessage =
  /** Bytes have arrived. */
  | { readonly type: 'fetched' }
  | { readonly type: 'sheets'; readonly names: readonly string[] }
  | { readonly type: 'facts'; readonly facts: TableFacts }
  | {
      readonly type: 'read';
      readonly rows: number;
      readonly isDone: boolean;
      readonly truncation: Truncation | undefined;
    }
  /** The view is sorted or filtered, and has this many rows. */
  | { readonly type: 'ordered'; readonly view: number; readonly rows: number }
  | {
      readonly type: 'rows';
      readonly view: number;
      readonly first: number;
      readonly rows: readonly TableRow[];
    }
  | { readonly type: 'beginning'; readonly rows: readonly TableRow[] }
  /** No reason is given if the file could not be fetched or read. */
  | { readonly type: 'failed'; readonly reason?: TableError };
