import { expect, test } from 'vitest';
import { readRows } from './read-rows.ts';

const read = (text: string, limits = { rows: 100, columns: 10 }) =>
  readRows(new TextEncoder().encode(text), limits);

test('quotes hold line breaks and delimiters, and empty lines are not rows', () => {
  expect(read('a,b\r\n"one\ntwo","x,y"\n\n"say ""hi""",2\n').rows).toEqual([
    ['a', 'b'],
    ['one\ntwo', 'x,y'],
    ['say "hi"', '2'],
  ]);
});

test('a quote that is never closed swallows no other row, and limits hold', () => {
  expect(read('a,b\n"never,1\nc,2').rows).toHaveLength(3);
  expect(read('').rows).toEqual([]);
  const cut = read('a;b;c\n1;2;3\n4;5;6', { rows: 2, columns: 2 });
  expect(cut).toEqual({
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
    isCut: true,
  });
});
