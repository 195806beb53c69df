import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES, caseName, CLIENTS, type ClientName, type Mark, type SuiteResult } from './suite.contract.ts';

export const RESULTS_FILE = join(import.meta.dirname, 'results.json');
export const README_FILE = join(import.meta.dirname, '..', '..', 'README.md');

export type Marks = Readonly<Record<string, Readonly<Partial<Record<ClientName, Mark>>>>>;

export const STORES = ['embedded', 'ceph', 'minio', 'versity'] as const;
export type StoreName = (typeof STORES)[number];

export interface StoreResults {
  readonly version: string;
  readonly marks: Marks;
}

export interface Results {
  readonly versions: Readonly<Partial<Record<ClientName, string>>>;
  readonly stores: Readonly<Record<StoreName, StoreResults>>;
}

export const isStoreName = (name: string): name is StoreName => STORES.some((known) => known === name);

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results;
}

/** Merges a run into known marks. Cells of other clients stay unchanged. */
export function mergeMarks(known: Marks, { outcomes }: SuiteResult): Marks {
  const merged: Record<string, Partial<Record<ClientName, Mark>>> = {};
  for (const each of CASES) {
    const name = caseName(each);
    const found = outcomes.filter((outcome) => outcome.case === name);
    merged[name] = { ...known[name], ...Object.fromEntries(found.map(({ client, mark }) => [client, mark])) };
  }
  return merged;
}

/** Cells where a run contradicts the known marks. `none` is ignored, because an older client may lack the feature. */
export function contradictions(known: Marks, { outcomes }: SuiteResult): readonly string[] {
  return outcomes.flatMap(({ case: name, client, mark, reason }) => {
    const kept = known[name]?.[client];
    if (kept === mark || mark === 'none' || kept === 'none') return [];
    return [
      `${client}, ${name}: ${kept ?? 'unknown'} is kept, ${mark} was found${reason === undefined ? '' : ` (${reason})`}`,
    ];
  });
}

const SIGNS: Readonly<Record<Exclude<Mark, 'none'>, string>> = { yes: '✓', no: '✗', omitted: '501' };
const START = '<!-- compatibility: made by `npm run compatibility` -->';
const END = '<!-- /compatibility -->';

export function renderTable({ versions, stores }: Results): string {
  const rows = CASES.map((each) => {
    const name = caseName(each);
    const columns = STORES.map((store) => stores[store].marks[name] ?? {});
    const cells = [clientsOf(columns), ...columns.map(cellOf)];
    return `| ${name.replace(': ', ' | ')} | ${cells.join(' | ')} |`;
  });
  const clients = CLIENTS.map((client) => versions[client] ?? client).join(', ');
  return [
    `Found with ${clients}.`,
    '',
    `| | what | asked by | ${STORES.map((store) => stores[store].version).join(' | ')} |`,
    `| --- | --- | --- | ${STORES.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

type Cells = Marks[string];

function clientsOf(columns: readonly Cells[]): string {
  const withClients = CLIENTS.filter((client) =>
    columns.some((cells) => signOf(cells, client) !== undefined),
  );
  return withClients.length === CLIENTS.length ? 'all' : withClients.join(', ');
}

function cellOf(cells: Cells): string {
  const found = CLIENTS.flatMap((client) => {
    const sign = signOf(cells, client);
    return sign === undefined ? [] : [{ client, sign }];
  });
  const counted = Object.values(SIGNS)
    .map((sign) => ({
      sign,
      clients: found.filter((each) => each.sign === sign).map(({ client }) => client),
    }))
    .filter(({ clients }) => clients.length > 0)
    .toSorted((one, other) => other.clients.length - one.clients.length);
  const [most, ...rest] = counted;
  if (most === undefined) return '';
  const others = rest.map(({ sign, clients }) => `${sign} ${clients.join(', ')}`);
  return others.length === 0 ? most.sign : `${most.sign} (${others.join('; ')})`;
}

function signOf(cells: Cells, client: ClientName): string | undefined {
  const mark = cells?.[client];
  return mark === undefined || mark === 'none' ? undefined : SIGNS[mark];
}

export function withTable(readme: string, results: Results): string {
  const [before, rest] = readme.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the README has no markers for the table');
  return `${before}${START}\n\n${renderTable(results)}\n\n${END}${after}`;
}
