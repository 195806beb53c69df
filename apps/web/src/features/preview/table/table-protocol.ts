import type { TextEncodingName } from '../../../lib/text/encoding-of.ts';
import type { UnpackRefusal } from '../../../lib/zip/unpack-zip.ts';
import type { Delimiter } from '../../../lib/tables/csv-format.ts';
import type { Cut } from './csv-index.ts';
import type { Shape, Wish } from './csv-table.ts';

export type TableRequest =
  | {
      readonly ask: 'open';
      readonly url: string;
      readonly sizeBytes: number;
      readonly delimiter: Delimiter | undefined;
      readonly isWorkbook: boolean;
    }
  | { readonly ask: 'sheet'; readonly view: number; readonly sheet: number }
  | { readonly ask: 'rows'; readonly view: number; readonly first: number; readonly count: number }
  /** The first rows of the view, all of them at once. */
  | { readonly ask: 'beginning'; readonly count: number }
  | { readonly ask: 'order'; readonly view: number; readonly wish: Wish };

export interface TableFacts {
  readonly shape: Shape;
  readonly encoding: TextEncodingName;
  readonly delimiter: Delimiter;
}

export interface TableRow {
  /** Counted from 1, as the file has it. */
  readonly number: number;
  readonly cells: readonly string[];
}

export type TableRefusal = UnpackRefusal | 'silent';

export type TableNews =
  | { readonly say: 'sheets'; readonly names: readonly string[] }
  | { readonly say: 'facts'; readonly facts: TableFacts }
  | { readonly say: 'read'; readonly rows: number; readonly isDone: boolean; readonly cut: Cut | undefined }
  /** The view has been ordered, and has this many rows. */
  | { readonly say: 'ordered'; readonly view: number; readonly rows: number }
  | {
      readonly say: 'rows';
      readonly view: number;
      readonly first: number;
      readonly rows: readonly TableRow[];
    }
  | { readonly say: 'beginning'; readonly rows: readonly TableRow[] }
  /** Without a reason the file could not be fetched. */
  | { readonly say: 'failed'; readonly why?: TableRefusal };
