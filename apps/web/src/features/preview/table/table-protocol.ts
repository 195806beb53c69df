import type { TextEncodingName } from '../../../lib/text/encoding-of.ts';
import type { Delimiter } from './csv-format.ts';
import type { Cut } from './csv-index.ts';
import type { Shape, Wish } from './csv-table.ts';

export type TableRequest =
  | {
      readonly ask: 'open';
      readonly url: string;
      readonly sizeBytes: number;
      readonly delimiter: Delimiter | undefined;
    }
  | { readonly ask: 'rows'; readonly view: number; readonly first: number; readonly count: number }
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

export type TableNews =
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
  | { readonly say: 'failed' };
