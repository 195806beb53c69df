import { expect, test } from 'vitest';
import { LineFinder, type LineQuery } from './find-lines.ts';
import { LineIndex } from './line-index.ts';

const TEXT = 'first\r\nSecond line\n\nfourth ünd second\nlast';

function piecesOf(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

test.each([1, 2, 7, 1_000])('lines are found in chunks of %i bytes', (size) => {
  const bytes = new TextEncoder().encode(TEXT);
  const index = new LineIndex();
  const other = new LineIndex();
  for (let at = 0; at < bytes.length; at += size) {
    const before = index.lineCount;
    index.add(bytes.subarray(at, at + size));
    other.append(index.startsFrom(before), index.readBytes);
  }
  expect(index.lineCount).toBe(5);
  const starts = [0, 1, 2, 3, 4].map((line) => index.startOf(line));
  expect(starts).toEqual([0, 7, 19, 20, 39]);
  expect([0, 1, 2, 3, 4].map((line) => other.startOf(line))).toEqual(starts);
  expect(other.readBytes).toBe(bytes.length);
  expect(index.startOf(5)).toBeUndefined();
});

test('an index grows beyond its first capacity', () => {
  const index = new LineIndex();
  for (let round = 0; round < 10; round += 1) index.add(new Uint8Array(10_000).fill(0x0a));
  expect(index.lineCount).toBe(100_001);
  expect(index.startOf(99_999)).toBe(99_999);
});

function linesWith(text: string, query: string | LineQuery, size: number): readonly number[] {
  const finder = new LineFinder(typeof query === 'string' ? { words: query, isCaseSensitive: false } : query);
  const pieces = piecesOf(text, size);
  return pieces.flatMap((piece, index) => finder.next(piece, index === pieces.length - 1));
}

test.each([1, 3, 1_000])('words are found in their lines, once per line, in chunks of %i', (size) => {
  expect(linesWith(TEXT, 'second', size)).toEqual([1, 3]);
  expect(linesWith(TEXT, { words: 'second', isCaseSensitive: true }, size)).toEqual([3]);
  expect(linesWith(TEXT, 'last', size)).toEqual([4]);
  expect(linesWith(TEXT, 't', size)).toEqual([0, 3, 4]);
  expect(linesWith(TEXT, '', size)).toEqual([]);
  expect(linesWith(TEXT, 'nowhere', size)).toEqual([]);
});

test('words across two chunks of a very long line are found, without storing the line', () => {
  const text = `${'x'.repeat(2_499_998)}needle${'y'.repeat(2_000_000)}\nneedle`;
  expect(linesWith(text, 'needle', 500_000)).toEqual([0, 1]);
  for (let at = 999_985; at < 1_000_015; at += 1) {
    expect(linesWith(`${'x'.repeat(at)}needle${'y'.repeat(900_000)}`, 'needle', 500_000)).toEqual([0]);
  }
});
