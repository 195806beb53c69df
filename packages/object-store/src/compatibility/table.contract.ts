// What the suite found, as it is kept and as the README shows it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES, caseName, CLIENTS, type ClientName, type Mark, type SuiteResult } from './suite.contract.ts';

export const RESULTS_FILE = join(import.meta.dirname, 'results.json');
export const README_FILE = join(import.meta.dirname, '..', '..', 'README.md');

/** Marks by case and client. A cell that is missing was never tried. */
export type Marks = Readonly<Record<string, Readonly<Partial<Record<ClientName, Mark>>>>>;

export interface Results {
  readonly versions: Readonly<Partial<Record<ClientName, string>>>;
  readonly embedded: Marks;
  readonly gateway: Marks;
}

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results;
}

/** The marks of a run over those that were known; cells of clients that took no part stay. */
export function mergeMarks(known: Marks, { outcomes }: SuiteResult): Marks {
  const merged: Record<string, Partial<Record<ClientName, Mark>>> = {};
  for (const each of CASES) {
    const name = caseName(each);
    const found = outcomes.filter((outcome) => outcome.case === name);
    merged[name] = { ...known[name], ...Object.fromEntries(found.map(({ client, mark }) => [client, mark])) };
  }
  return merged;
}

/** Cells where a run contradicts what is kept. That a client cannot ask says nothing: it may be an older one. */
export function contradictions(known: Marks, { outcomes }: SuiteResult): readonly string[] {
  return outcomes.flatMap(({ case: name, client, mark, reason }) => {
    const kept = known[name]?.[client];
    if (kept === mark || mark === 'none' || kept === 'none') return [];
    return [
      `${client}, ${name}: ${kept ?? 'unknown'} is kept, ${mark} was found${reason === undefined ? '' : ` (${reason})`}`,
    ];
  });
}

const SIGNS: Readonly<Record<Mark, string>> = { yes: '✓', no: '✗', omitted: '501', none: '' };
const START = '<!-- compatibility: made by scripts/compatibility.ts -->';
const END = '<!-- /compatibility -->';

export function renderTable({ versions, embedded, gateway }: Results): string {
  const rows = CASES.map((each) => {
    const name = caseName(each);
    const cells = CLIENTS.map((client) => {
      const marks = [embedded[name]?.[client], gateway[name]?.[client]];
      if (marks.every((mark) => mark === undefined || mark === 'none')) return '';
      return marks.map((mark) => (mark === undefined ? '?' : SIGNS[mark])).join(' / ');
    });
    return `| ${name.replace(': ', ' | ')} | ${cells.join(' | ')} |`;
  });
  const clients = CLIENTS.map((client) => versions[client] ?? client).join(', ');
  return [
    `Found with ${clients}.`,
    '',
    `| | what | ${CLIENTS.join(' | ')} |`,
    `| --- | --- | ${CLIENTS.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

/** The README with its table made anew. */
export function withTable(readme: string, results: Results): string {
  const [before, rest] = readme.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the README has no place for the table');
  return `${before}${START}\n\n${renderTable(results)}\n\n${END}${after}`;
}
