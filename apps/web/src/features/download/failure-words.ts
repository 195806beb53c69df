import type { DownloadFailure } from './ports.ts';
import type { DownloadText } from './texts.ts';

/** What the person reads about a download that has stopped. */
export function failureWords(text: DownloadText, { code, entry }: DownloadFailure): string {
  const name = entry?.name ?? '';
  switch (code) {
    case 'file_gone':
      return text('download.error.file_gone', { name });
    case 'file_damaged':
      return text('download.error.file_damaged', { name });
    case 'not_handed_out':
      return text('download.error.not_handed_out', { name });
    case 'node_not_found':
      return text('download.error.node_not_found');
    case 'too_large_here':
      return text('download.error.too_large_here');
    case 'not_begun':
      return text('download.error.not_begun');
    default:
      return text('download.error.other', { code });
  }
}
