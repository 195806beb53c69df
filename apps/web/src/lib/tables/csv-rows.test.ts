import { expect, test } from 'vitest';
import { csvOf, csvRows } from './csv-rows.ts';

const read = (text: string) => [...csvRows(text)].map(({ line, cells }) => [line, ...cells]);

test('rows say in which line they begin, whatever stands between quotes', () => {
  expect(read('a,b\r\n"x\ny","say ""yes"""\r\n\r\nc,d')).toEqual([
    [1, 'a', 'b'],
    [2, 'x\ny', 'say "yes"'],
    [5, 'c', 'd'],
  ]);
  expect(read('a;b;c\n1;2,5;3\n')).toEqual([
    [1, 'a', 'b', 'c'],
    [2, '1', '2,5', '3'],
  ]);
  expect(read('a\tb\r1\t2')).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ]);
  expect(read('')).toEqual([]);
});

test('an unclosed quote affects only its own line', () => {
  expect(read('a,b\n"open,2\nc,d\n')).toEqual([
    [1, 'a', 'b'],
    [2, '"open', '2'],
    [3, 'c', 'd'],
  ]);
});

test('written CSV can be read again, and holds no formula', () => {
  const rows = [
    ['a,b', 'say "yes"', 'line\nbreak'],
    ['=cmd()', '+1', '-2', '@x', 'plain'],
  ];
  expect([...csvRows(csvOf(rows).slice(1))].map(({ cells }) => cells)).toEqual([
    ['a,b', 'say "yes"', 'line\nbreak'],
    ["'=cmd()", "'+1", "'-2", "'@x", 'plain'],
  ]);
});
