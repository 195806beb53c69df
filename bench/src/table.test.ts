import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults, ROOT, withTable } from './report.ts';

const document = readFileSync(join(ROOT, 'docs/benchmarks.md'), 'utf8');

test('the document shows the kept results', () => {
  expect(readResults().length).toBeGreaterThan(10);
  expect(withTable(document, readResults())).toBe(document);
});

test('a figure that missed its goal is marked', () => {
  const result = {
    name: 'a list',
    value: 300,
    unit: 'ms',
    baseline: 'alone',
    baselineValue: 100,
    goal: 2,
    command: 'npm run bench',
    date: '2026-11-23',
  } as const;
  const shown = withTable(document, [result]);
  expect(shown).toContain(
    '| a list | 300 ms | alone: 100 ms | 3.00 | 2 | **missed** | `npm run bench` | 2026-11-23 |',
  );
  expect(shown).not.toContain('rclone |');
});
