export interface ArchiveItem {
  /** As written in the archive: it may point anywhere, so it is only shown. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly sizeBytes: number;
  readonly modifiedMs: number | undefined;
  readonly isEncrypted: boolean;
}

export type ArchiveFormat = 'zip' | 'tar' | 'tgz';

export interface Listing {
  readonly items: readonly ArchiveItem[];
  /** The archive has more items. */
  readonly isTruncated: boolean;
}

export type ExtractError = 'encrypted' | 'large' | 'damaged' | 'unreachable';

export type ArchiveRequest =
  | {
      readonly type: 'open';
      readonly url: string;
      readonly sizeBytes: number;
      readonly format: ArchiveFormat;
    }
  /** With a new URL: the first one may have expired. */
  | { readonly type: 'extract'; readonly index: number; readonly url: string };

export type ArchiveMessage =
  | ({ readonly type: 'listed' } & Listing)
  | { readonly type: 'failed' }
  | { readonly type: 'extracted'; readonly index: number; readonly content: Blob }
  | { readonly type: 'refused'; readonly index: number; readonly reason: ExtractError };

export const ITEMS_MAX = 100_000;
export const EXTRACT_MAX_BYTES = 256 * 1_024 * 1_024;

/** Without folders, whatever their separator, so that the browser decides where the file is saved. */
export function savedName(path: string): string {
  const base = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = base
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return plain === '' ? 'file' : plain;
}
