import { expect, test } from 'vitest';
import { diffTables } from './table-diff.ts';

const HEAD = ['Kind', 'Count', 'Gate'];

test('changed cells, new rows and removed rows are distinguished', () => {
  const { rows, columns, changedCells } = diffTables(
    [HEAD, ['Curlew', '41', '3'], ['Heron', '9', '1'], ['Teal', '2', '1']],
    [HEAD, ['Curlew', '43', '3'], ['Snipe', '4', '2'], ['Teal', '2', '1']],
  );
  expect(columns.map(({ change }) => change)).toEqual(['same', 'same', 'same']);
  expect(rows.map(({ change, before, after }) => [change, before, after])).toEqual([
    ['removed', 3, undefined],
    ['changed', 2, 2],
    ['added', undefined, 3],
    ['same', 4, 4],
  ]);
  expect(changedCells).toBe(1);
  expect(rows[1]?.cells[1]).toEqual({ before: '41', after: '43' });
});

test('a new or renamed column changes no row', () => {
  const wider = diffTables(
    [HEAD, ['a', '1', 'x']],
    [
      ['Kind', 'Count', 'Note', 'Gate'],
      ['a', '1', 'new', 'x'],
    ],
  );
  expect(wider.columns.map(({ name, change }) => [name, change])).toEqual([
    ['Kind', 'same'],
    ['Count', 'same'],
    ['Note', 'added'],
    ['Gate', 'same'],
  ]);
  expect(wider.rows.map(({ change }) => change)).toEqual(['same']);
  expect(wider.rows[0]?.cells[2]).toEqual({ before: undefined, after: 'new' });
  const renamed = diffTables(
    [HEAD, ['a', '1', 'x']],
    [
      ['Kind', 'Number', 'Gate'],
      ['a', '1', 'x'],
    ],
  );
  expect(renamed.rows.map(({ change }) => change)).toEqual(['same']);
  expect(renamed.columns).toEqual([
    { name: 'Kind', before: 'Kind', change: 'same' },
    { name: 'Number', before: 'Count', change: 'renamed' },
    { name: 'Gate', before: 'Gate', change: 'same' },
  ]);
});

test('both tables can be put together from the rows again', () => {
  const old = Array.from({ length: 300 }, (_, at) => [`row ${at % 90}`, String(at), 'x']);
  const now = old.with(20, ['row 20', 'changed', 'x']).toSpliced(100, 7).toSpliced(200, 0, ['new', '', '']);
  const { rows } = diffTables([HEAD, ...old], [HEAD, ...now]);
  const linesOf = (side: 'before' | 'after') =>
    rows.flatMap((row) => row[side] ?? []).toSorted((a, b) => a - b);
  expect(linesOf('before')).toEqual(old.map((_, at) => at + 2));
  expect(linesOf('after')).toEqual(now.map((_, at) => at + 2));
});

const long = (word: string) => [HEAD, ...Array.from({ length: 20_000 }, (_, at) => [word, String(at), ''])];

test('empty tables and tables without common rows are compared quickly, however long', () => {
  expect(diffTables([], [])).toEqual({ columns: [], rows: [], changedCells: 0 });
  const start = performance.now();
  expect(diffTables(long('a'), long('b')).rows).toHaveLength(40_000);
  expect(performance.now() - start).toBeLessThan(5_000);
});
