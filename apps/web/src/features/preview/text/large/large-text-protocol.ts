import type { LineQuery } from './find-lines.ts';

/** Lines are shown in blocks of this many. */
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
  /** `beginning`: the first block, if the first bytes hold it whole. */
  | {
      readonly type: 'started';
      readonly encoding: LargeTextEncoding;
      readonly beginning: string | undefined;
    }
  /** Not text, or UTF-16. */
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
    };
