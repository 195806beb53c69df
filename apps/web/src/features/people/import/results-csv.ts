import type { Invited } from '../../../api/administration/people.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { csvOf } from '../../../lib/tables/csv-rows.ts';

/**
 * Saves a CSV file with the links, which cannot be shown again. `formatRefusal` returns the reason of a rejection.
 */
export function saveResults(
  invited: readonly Invited[],
  head: readonly string[],
  formatRefusal: (item: Invited) => string,
): void {
  const rows = invited.map((item) => [
    item.email,
    formatRefusal(item),
    ...(item.ok ? [item.link.url, item.link.expiresAt] : ['', '']),
  ]);
  saveFile('invitations.csv', csvOf([head, ...rows]), 'text/csv;charset=utf-8');
}
