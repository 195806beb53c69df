import type { Sought } from './find-lines.ts';

export type LargeTextEncoding = 'utf-8' | 'windows-1252';

export type LargeTextRequest =
  | { readonly say: 'read'; readonly url: string }
  /** Ends the search before. */
  | ({
      readonly say: 'find';
      readonly id: number;
      readonly url: string;
      readonly encoding: LargeTextEncoding;
    } & Sought)
  | { readonly say: 'stop' };

export type LargeTextNews =
  | { readonly say: 'begun'; readonly encoding: LargeTextEncoding }
  /** No text, or one in UTF-16. */
  | { readonly say: 'unsuited' }
  | { readonly say: 'failed' }
  | {
      readonly say: 'lines';
      readonly starts: Uint32Array<ArrayBuffer>;
      readonly readBytes: number;
      readonly isDone: boolean;
    }
  | {
      readonly say: 'found';
      readonly id: number;
      readonly lines: readonly number[];
      readonly isDone: boolean;
    };
