import type { AuditRow } from '@coffer/contracts';

/**
 * Spreadsheets run cells that begin like this as formulas.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const CSV_HEADER = `\uFEFF${lineOf([
  'sequence',
  'time_utc',
  'actor_kind',
  'actor',
  'actor_id',
  'address',
  'action',
  'outcome',
  'subject_kind',
  'subject',
  'subject_id',
  'facts',
  'hash',
])}`;

/** Writes a row as CSV (RFC 4180). */
export function csvLine(row: AuditRow): string {
  return lineOf([
    String(row.sequence),
    row.at,
    row.actor.kind,
    row.actor.name,
    row.actor.id ?? '',
    row.address ?? '',
    row.action,
    row.outcome,
    row.subject?.kind ?? '',
    row.subject?.name ?? '',
    row.subject?.id ?? '',
    JSON.stringify(row.facts),
    row.hash,
  ]);
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
