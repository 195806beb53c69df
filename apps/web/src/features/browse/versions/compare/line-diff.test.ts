import { expect, test } from 'vitest';
import { countChanges, diffLines, foldRows } from './line-diff.ts';

test('unchanged lines are aligned, changed ones too', () => {
  const rows = diffLines('a\nb\nc\nd', 'a\nB\nc\nnew\nd');
  expect(rows.map(({ isSame, before, after }) => [isSame, before?.text, after?.text])).toEqual([
    [true, 'a', 'a'],
    [false, 'b', 'B'],
    [true, 'c', 'c'],
    [false, undefined, 'new'],
    [true, 'd', 'd'],
  ]);
  expect(rows.at(-1)).toMatchObject({ before: { number: 4 }, after: { number: 5 } });
  expect(countChanges(rows)).toEqual({ removed: 1, added: 2 });
});

test('other line breaks are not a change', () => {
  expect(countChanges(diffLines('a\r\nb\r\n', 'a\nb\n'))).toEqual({ removed: 0, added: 0 });
});

test('both texts can be put together from the rows again, folded or not', () => {
  const old = Array.from({ length: 200 }, (_, index) => `line ${index % 7}`);
  const now = old.toSpliced(40, 3, 'x').toSpliced(150, 0, 'y', 'z');
  const parts = foldRows(diffLines(old.join('\n'), now.join('\n')));
  const rows = parts.flatMap((part) => part.rows);
  expect(rows.flatMap(({ before }) => (before === undefined ? [] : [before.text]))).toEqual(old);
  expect(rows.flatMap(({ after }) => (after === undefined ? [] : [after.text]))).toEqual(now);
  expect(parts.filter(({ isFolded }) => isFolded)).toHaveLength(3);
  expect(parts.filter(({ isFolded, rows: some }) => isFolded && some.some(({ isSame }) => !isSame))).toEqual(
    [],
  );
});

const long = (word: string): string => `${word}\n`.repeat(200_000);

test('texts without common lines are compared quickly, however long', () => {
  const before = performance.now();
  expect(diffLines(long('a'), long('b')).length).toBe(200_001);
  expect(performance.now() - before).toBeLessThan(5_000);
});
