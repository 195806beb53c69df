import type { MarkdownPage } from '../markdown/piece.ts';

/** A notebook as plain data; only `html` is untrusted markup. */
export interface Notebook {
  readonly language: string;
  readonly cells: readonly NotebookCell[];
  readonly isCut: boolean;
}

export type NotebookCell =
  | { readonly kind: 'markdown'; readonly page: MarkdownPage }
  | { readonly kind: 'raw'; readonly source: string }
  | {
      readonly kind: 'code';
      readonly source: string;
      readonly count: number | undefined;
      readonly outputs: readonly NotebookOutput[];
    };

export type NotebookOutput =
  | { readonly kind: 'text' | 'error'; readonly runs: readonly AnsiRun[] }
  /** A `data:` URL. */
  | { readonly kind: 'picture'; readonly address: string; readonly alt: string }
  | { readonly kind: 'html'; readonly html: string };

export interface AnsiRun {
  readonly text: string;
  /** ANSI colour number, 0 to 7. */
  readonly color?: number | undefined;
  readonly isBold?: boolean | undefined;
}
