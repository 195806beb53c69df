import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, Result } from './figure.ts';
import { renderTable } from './table.ts';

export const ROOT = join(import.meta.dirname, '../..');
const RESULTS = join(ROOT, 'bench/results/figures.json');
const DOCUMENT = join(ROOT, 'docs/benchmarks.md');

/** `--json` also updates `bench/results/figures.json` and `docs/benchmarks.md`. */
export function report(command: string, figures: readonly Figure[]): void {
  print(figures);
  if (!process.argv.includes('--json')) return;
  const date = new Date().toISOString().slice(0, 10);
  const now = figures.map((figure) => ({ ...figure, command, date }));
  const isAgain = (old: Result): boolean =>
    now.some(({ name, baseline }) => name === old.name && baseline === old.baseline);
  const results = [...readResults().filter((old) => !isAgain(old)), ...now];
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), results));
}

export function readResults(): readonly Result[] {
  const results: unknown = JSON.parse(readFileSync(RESULTS, 'utf8'));
  if (!Array.isArray(results) || !results.every(isResult)) throw new Error(`${RESULTS} holds no results`);
  return results;
}

function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  return (
    ['name', 'unit', 'baseline', 'command', 'date'].every((key) => typeof fields.get(key) === 'string') &&
    ['value', 'baselineValue', 'goal'].every((key) => typeof fields.get(key) === 'number')
  );
}

const TABLE = /(?<=<!-- figures -->\n)[\s\S]*?(?=<!-- end of figures -->)/;

export function withTable(document: string, results: readonly Result[]): string {
  return document.replace(TABLE, () => `\n${renderTable(results)}\n\n`);
}

function print(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.name,
    `${figure.value.toFixed(1)} ${figure.unit}`,
    figure.baseline,
    `${figure.baselineValue.toFixed(1)} ${figure.unit}`,
    (figure.value / figure.baselineValue).toFixed(2),
    String(figure.goal),
  ]);
  const table = [['what', 'value', 'compared with', 'value', 'ratio', 'goal'], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
