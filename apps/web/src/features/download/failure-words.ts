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
    case 'network':
      return text('download.error.network', { name });
    case 'node_not_found':
      return text('download.error.node_not_found');
    case 'too_large_here':
      return text('download.error.too_large_here');
    case 'not_begun':
      return text('download.error.not_begun');
    case 'offline':
      return text('download.error.offline');
    case 'timed_out':
    case 'unreadable_answer':
    case 'store_unavailable':
    case 'database_unavailable':
      return text('download.error.store_unavailable');
    default:
      return text('download.error.other', { code });
  }
}
