import type { LineQuery } from './find-lines.ts';

/** Number of lines that are loaded together. */
export const BLOCK_LINES = 100;

export type LargeTextEncoding = 'utf-8' | 'windows-1252';

export type LargeTextRequest =
  | { readonly type: 'read'; readonly url: string }
  /** Cancels the previous search. */
  | ({
      readonly type: 'find';
      readonly id: number;
      readonly url: string;
      readonly encoding: LargeTextEncoding;
    } & LineQuery)
  | { readonly type: 'stop' };

export type LargeTextMessage =
  /** `beginning` is the first block, if the first chunk contains all of it. */
  | {
      readonly type: 'started';
      readonly encoding: LargeTextEncoding;
      readonly beginning: string | undefined;
    }
  /** The file is not text, or is UTF-16. */
  | { readonly type: 'unsupported' }
  | { readonly type: 'failed' }
  | {
      readonly type: 'lines';
      readonly starts: Uint32Array<ArrayBuffer>;
      readonly readBytes: number;
      readonly isDone: boolean;
    }
  | {
      readonly type: 'found';
      readonly id: number;
      readonly lines: readonly number[];
      readonly isDone: boolean;
      /** Whether the file could not be read to its end. */
      readonly isFailed: boolean;
    };
