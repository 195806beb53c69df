import { currentLocale } from '../../lib/language/i18n.ts';
import type { DownloadFailure, NamedNode } from './ports.ts';
import type { DownloadText } from './texts.ts';

/** Names beyond this number are only counted. */
const NAMED_MAX = 20;

export function failureMessage(text: DownloadText, { code, entries = [] }: DownloadFailure): string {
  const name = entries[0]?.name ?? '';
  switch (code) {
    case 'file_gone':
      return text('download.error.file_gone', { name });
    case 'file_damaged':
      return text('download.error.file_damaged', {
        count: entries.length,
        names: listed(text, entries),
      });
    case 'store_refused':
      return text('download.error.store_refused', { name });
    case 'node_not_found':
      return text('download.error.node_not_found');
    case 'link_unknown':
    case 'link_expired':
    case 'link_exhausted':
    case 'link_password_required':
      return text('download.error.link');
    case 'too_large_for_window':
      return text('download.error.too_large_for_window');
    case 'not_started':
      return text('download.error.not_started');
    default:
      return text('download.error.other', { code });
  }
}

function listed(text: DownloadText, entries: readonly NamedNode[]): string {
  // Unicode isolates keep the order of names with mixed directions.
  const names = entries.slice(0, NAMED_MAX).map(({ name }) => `\u2068${name}\u2069`);
  const count = entries.length - names.length;
  const all = count > 0 ? [...names, text('download.error.more', { count })] : names;
  return new Intl.ListFormat(currentLocale()).format(all);
}
