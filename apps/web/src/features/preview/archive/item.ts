export interface ArchiveItem {
  /** As the archive has it: it may point anywhere, so it is only shown. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly sizeBytes: number;
  readonly modifiedMs: number | undefined;
  readonly isEncrypted: boolean;
}

export type ArchiveForm = 'zip' | 'tar' | 'tgz';

export interface Listing {
  readonly items: readonly ArchiveItem[];
  /** There are more. */
  readonly isCut: boolean;
}

export type TakeRefusal = 'encrypted' | 'large' | 'damaged' | 'unreachable';

export type ArchiveRequest =
  | { readonly ask: 'open'; readonly url: string; readonly sizeBytes: number; readonly form: ArchiveForm }
  /** With a new URL: the first one may have expired. */
  | { readonly ask: 'take'; readonly index: number; readonly url: string };

export type ArchiveNews =
  | ({ readonly say: 'listed' } & Listing)
  | { readonly say: 'failed' }
  | { readonly say: 'taken'; readonly index: number; readonly content: Blob }
  | { readonly say: 'refused'; readonly index: number; readonly why: TakeRefusal };

export const ITEMS_MAX = 100_000;
export const TAKE_MAX_BYTES = 256 * 1_024 * 1_024;

/** Without folders, however they are written: a saved file stays where the browser saves files. */
export function savedName(path: string): string {
  const base = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = base
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return plain === '' ? 'file' : plain;
}
