/** The elements to which Markdown is converted. Everything else is dropped. */
export type Piece =
  | string
  | { readonly kind: Plain; readonly children: readonly Piece[] }
  | {
      readonly kind: 'heading';
      readonly depth: number;
      readonly id: string;
      readonly children: readonly Piece[];
    }
  | {
      readonly kind: 'list';
      /** Number of the first item. Undefined for a bulleted list. */
      readonly start: number | undefined;
      readonly children: readonly Piece[];
    }
  | { readonly kind: 'item'; readonly isDone: boolean | undefined; readonly children: readonly Piece[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'block'; readonly text: string; readonly language: string | undefined }
  | { readonly kind: 'break' | 'rule' }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly Piece[] }
  /** A link within the document. */
  | { readonly kind: 'jump'; readonly id: string; readonly children: readonly Piece[] }
  | { readonly kind: 'picture'; readonly alt: string; readonly source: PictureSource }
  | { readonly kind: 'table'; readonly align: readonly Alignment[]; readonly rows: readonly Row[] }
  | { readonly kind: 'mark'; readonly number: number; readonly id: string }
  | {
      readonly kind: 'note';
      readonly number: number;
      readonly id: string;
      readonly children: readonly Piece[];
    };

export type Plain = 'paragraph' | 'quote' | 'emphasis' | 'strong' | 'deleted' | 'html';
export type Alignment = 'left' | 'right' | 'center' | null;
type Row = readonly (readonly Piece[])[];

export type PictureSource =
  | { readonly from: 'file'; readonly data: string }
  | { readonly from: 'web'; readonly address: string; readonly host: string }
  | { readonly from: 'elsewhere' };

export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

export interface MarkdownPage {
  readonly pieces: readonly Piece[];
  readonly headings: readonly Heading[];
  readonly words: number;
  /** How much there is to render. */
  readonly count: number;
}
