export interface ArchiveItem {
  /** The path as written in the archive. It may point anywhere, so it is only displayed. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly sizeBytes: number;
  readonly modifiedMs: number | undefined;
  readonly isEncrypted: boolean;
}

export type ArchiveFormat = 'zip' | 'tar' | 'tgz';

export interface Listing {
  readonly items: readonly ArchiveItem[];
  /** Whether the archive has more items than are listed. */
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
  /** Carries a new presigned URL, because the first one may have expired. */
  | { readonly type: 'extract'; readonly index: number; readonly url: string };

export type ArchiveMessage =
  | ({ readonly type: 'listed' } & Listing)
  | { readonly type: 'failed' }
  | { readonly type: 'extracted'; readonly index: number; readonly content: Blob }
  | { readonly type: 'refused'; readonly index: number; readonly reason: ExtractError };

export const ITEMS_MAX = 100_000;
export const EXTRACT_MAX_BYTES = 256 * 1_024 * 1_024;

/** The file name without its folders, whichever separator they use. The browser decides where the file is saved. */
export function savedName(path: string): string {
  const base = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = base
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return plain === '' ? 'file' : plain;
}
