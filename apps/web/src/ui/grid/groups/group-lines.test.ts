import { expect, test } from 'vitest';
import { groupLines } from './group-lines.ts';

/** The lines that a person sees. A heading is written as the number of its group in brackets. */
function seen(counts: readonly number[], rowCount: number): readonly string[] {
  const shown: string[] = [];
  let index = 0;
  for (const [at, count] of counts.entries()) {
    if (index >= rowCount) break;
    shown.push(`[${at}]`);
    for (let row = 0; row < count && index < rowCount; row += 1) shown.push(`${index++}`);
  }
  while (index < rowCount) shown.push(`${index++}`);
  return shown;
}

test.each([
  [[3, 1, 4], 8],
  [[1], 1],
  [[2, 2, 2], 5],
  [[2, 2], 9],
  [[1, 1, 1, 1, 1], 5],
  [[4, 5], 2],
])('counts %j of %i rows: lines are where a person sees them', (counts, rowCount) => {
  const lines = groupLines(counts, rowCount);
  const shown = seen(counts, rowCount);
  expect(lines?.lineCount).toBe(shown.length);
  const rows = shown.flatMap((content, line) =>
    content.startsWith('[') ? [] : [{ line, index: Number(content) }],
  );
  for (const { line, index } of rows) {
    expect(lines?.indexAt(line)).toBe(index);
    expect(lines?.lineOf(index)).toBe(line);
  }
  const headings = shown.flatMap((content, line) => (content.startsWith('[') ? [line] : []));
  for (const line of headings) {
    const index = Number(shown[line + 1]);
    expect(lines?.indexAt(line)).toBe(index);
    expect(lines?.groupOf(index)).toMatchObject({ headingLine: line, first: index });
  }
});

test('a list of a million rows is found by its counts alone', () => {
  const lines = groupLines([10, 400_000, 599_990], 1_000_000);
  expect(lines?.lineCount).toBe(1_000_003);
  expect(lines?.lineOf(999_999)).toBe(1_000_002);
  expect(lines?.groupOf(400_010)).toEqual({ at: 2, first: 400_010, last: 999_999, headingLine: 400_012 });
});

test('without groups or rows there are no headings', () => {
  expect(groupLines([], 5)).toBeUndefined();
  expect(groupLines([3], 0)).toBeUndefined();
});
