import { currentLocale } from '../../lib/i18n.ts';
import type { DownloadFailure, Wanted } from './ports.ts';
import type { DownloadText } from './texts.ts';

/** More are counted only. */
const NAMED_MAX = 20;

/** What the person reads about a download that has stopped. */
export function failureWords(text: DownloadText, { code, entries = [] }: DownloadFailure): string {
  const name = entries[0]?.name ?? '';
  switch (code) {
    case 'file_gone':
      return text('download.error.file_gone', { name });
    case 'file_damaged':
      return text('download.error.file_damaged', {
        count: entries.length,
        names: listed(text, entries),
      });
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

function listed(text: DownloadText, entries: readonly Wanted[]): string {
  // Each is isolated, so that names of two directions keep their order.
  const names = entries.slice(0, NAMED_MAX).map(({ name }) => `\u2068${name}\u2069`);
  const count = entries.length - names.length;
  const all = count > 0 ? [...names, text('download.error.more', { count })] : names;
  return new Intl.ListFormat(currentLocale()).format(all);
}
