/** Columns of a table that are shown. */
export const COLUMNS_MAX = 500;

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Chooses the delimiter that splits most of the first lines into the same number of cells, more than one. */
export function delimiterOf(beginning: string): Delimiter {
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: ',', score: 0 };
  const lines = logicalLines(beginning, 50);
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => cellsOf(line, delimiter, 1_000).length);
    const [first = 1] = counts;
    const usual = counts.length > 2 ? (counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 1) : first;
    if (usual < 2) continue;
    const score = counts.filter((count) => count === usual).length / counts.length + usual / 10_000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/**
 * A line break between quotes belongs to its cell. The last line may be cut, so it counts only if it is the only one.
 */
function logicalLines(text: string, max: number): readonly string[] {
  const lines: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && lines.length < max; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if ((character !== '\n' && character !== '\r') || isQuoted) continue;
    if (at > from) lines.push(text.slice(from, at));
    from = at + 1;
  }
  return lines.length === 0 ? [text] : lines;
}

/** The cells of one row. Quotes count only at the start of a cell; text after a closing quote is kept. */
export function cellsOf(row: string, delimiter: Delimiter, max: number): string[] {
  const cells: string[] = [];
  let at = 0;
  while (cells.length < max) {
    const quoted = row[at] === '"' ? quotedAt(row, at + 1) : { text: '', end: at };
    const next = row.indexOf(delimiter, quoted.end);
    const end = next < 0 ? row.length : next;
    cells.push(quoted.text + row.slice(quoted.end, end));
    if (next < 0) break;
    at = next + 1;
  }
  return cells;
}

function quotedAt(row: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let from = start;
  for (;;) {
    const quote = row.indexOf('"', from);
    if (quote < 0) return { text: text + row.slice(from), end: row.length };
    text += row.slice(from, quote);
    if (row[quote + 1] !== '"') return { text, end: quote + 1 };
    text += '"';
    from = quote + 2;
  }
}

const NUMBER = /^\s*[-+−]?(?:\d[\d.,' \u00a0\u202f]*|[.,]\d+)(?:e[-+]?\d+)?\s*%?\s*$/i;

export function isNumber(cell: string): boolean {
  return cell.length < 40 && NUMBER.test(cell);
}

/** A number for sorting. A single comma is a decimal sign unless three digits follow it. */
export function numberOf(cell: string): number {
  const plain = cell.replaceAll(/[\s'%\u00a0\u202f]/g, '').replace('−', '-');
  if (/^[-+]?\d+,\d+$/.test(plain) && !/,\d{3}$/.test(plain)) return Number(plain.replace(',', '.'));
  if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  return Number(plain.replaceAll(',', ''));
}
