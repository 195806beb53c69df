import { expect, test } from 'vitest';
import { cellsOf, COLUMNS_MAX, delimiterOf, isNumber, numberOf } from '../../../lib/tables/csv-format.ts';
import { CsvIndex, ROWS_MAX } from './csv-index.ts';
import { orderOf, shapeOf } from './csv-table.ts';

function indexOf(content: string | Uint8Array, chunkBytes = 7): CsvIndex {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const index = new CsvIndex(bytes.length);
  for (let at = 0; at < bytes.length; at += chunkBytes) index.add(bytes.subarray(at, at + chunkBytes));
  index.finish();
  return index;
}

function rowsOf(index: CsvIndex): readonly (readonly string[])[] {
  return Array.from({ length: index.rowCount }, (_, row) => index.cells(row));
}

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '"a,b","c\nd"\n1,2',
    [
      ['a,b', 'c\nd'],
      ['1', '2'],
    ],
  ],
  [
    '"say ""yes""",b\n1,2',
    [
      ['say "yes"', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a "quoted" word,b\n1,2',
    [
      ['a "quoted" word', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '"a"x,b\n1,2',
    [
      ['ax', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b,\n1,2,',
    [
      ['a', 'b', ''],
      ['1', '2', ''],
    ],
  ],
  ['"never closed,b\n1,2', [['never closed,b\n1,2']]],
  ['', []],
  ['\n\n', []],
] as const)('%j becomes rows, whatever its chunks', (content, rows) => {
  for (const chunkBytes of [1, 3, 1_000]) expect(rowsOf(indexOf(content, chunkBytes))).toEqual(rows);
});

test('quotes hide line ends for rows and cells alike, in any text', () => {
  const signs = ['"', ',', '\n', '\r', 'a', '""'];
  for (let seed = 0; seed < 3_000; seed += 1) {
    let rest = seed;
    const text = Array.from({ length: 7 }, () => {
      const sign = signs[rest % signs.length] ?? '';
      rest = Math.floor(rest / signs.length) + seed * 7;
      return sign;
    }).join('');
    const joined = rowsOf(indexOf(text, 2))
      .flat()
      .join('')
      .replaceAll(/[",\r\n]/g, '');
    expect(joined).toBe(text.replaceAll(/[",\r\n]/g, ''));
  }
});

test.each([
  ['a,b;c\n1,2;3\n', ','],
  ['a;b;c\n1,5;2,5;3\n4,5;5;6,5\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a|b|c\n1|2|3\n', '|'],
  ['one column\nonly words\n', ','],
  ['', ','],
] as const)('the delimiter of %j is %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});

test.each([
  ['utf-8', Buffer.from('\ufeffnäme;città\nå;ø')],
  ['utf-16le', Buffer.from('\ufeffnäme;città\nå;ø', 'utf16le')],
  ['utf-16be', Buffer.from('\ufeffnäme;città\nå;ø', 'utf16le').swap16()],
  ['windows-1252', Buffer.from('näme;città\nå;ø ', 'latin1')],
] as const)('the encoding %s is read', (encoding, bytes) => {
  const index = indexOf(bytes);
  expect(index.encoding).toBe(encoding);
  expect(rowsOf(index).map((row) => row.map((cell) => cell.trim()))).toEqual([
    ['näme', 'città'],
    ['å', 'ø'],
  ]);
});

test('a row in another encoding than the start of the file is legible', () => {
  const ascii = Buffer.from('name,city\n'.repeat(10_000));
  const index = indexOf(Buffer.concat([ascii, Buffer.from('caf\xe9,b\n', 'latin1')]), 60_000);
  expect(index.cells(10_000)).toEqual(['café', 'b']);
});

test('a line of 50 MB is one row, which is truncated', () => {
  const index = indexOf(Buffer.alloc(50_000_000, 'abcdefghi,'), 1_000_000);
  expect(index.rowCount).toBe(1);
  expect(index.cells(0)).toHaveLength(COLUMNS_MAX + 1);
});

test('rows of 10,000 columns are truncated', () => {
  const line = `${Array.from({ length: 10_000 }, (_, column) => `c${column}`).join(',')}\n`;
  const shape = shapeOf(indexOf(line + line, 10_000));
  expect(shape.columns).toHaveLength(COLUMNS_MAX);
  expect(shape.isNarrowed).toBe(true);
});

test('rows beyond the limit are not read', () => {
  const index = indexOf(Buffer.alloc((ROWS_MAX + 5) * 2, 'a\n'), 1_000_000);
  expect(index.rowCount).toBe(ROWS_MAX);
  expect(index.truncation).toBe('rows');
});

test('zeros, formulas and prototype names are plain text', () => {
  const index = indexOf('__proto__,constructor\n=1+1,@SUM(A1)\n\0\0,x\n');
  expect(rowsOf(index)).toEqual([
    ['__proto__', 'constructor'],
    ['=1+1', '@SUM(A1)'],
    ['\0\0', 'x'],
  ]);
});

test('names in the first row are a header, values are not', () => {
  expect(shapeOf(indexOf('day,count\n1 May,3\n'))).toMatchObject({
    hasHeader: true,
    columns: [
      { name: 'day', isNumber: false },
      { name: 'count', isNumber: true },
    ],
  });
  expect(shapeOf(indexOf('1,2\n3,4\n')).hasHeader).toBe(false);
  expect(shapeOf(indexOf('a,a\n3,4\n')).hasHeader).toBe(false);
  expect(shapeOf(indexOf('')).columns).toEqual([]);
});

test.each([
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['3,5', 3.5],
  ['1,000', 1_000],
  ['-7 %', -7],
  ['1 000', 1_000],
  ['1e3', 1_000],
] as const)('%s counts as the number %d', (cell, value) => {
  expect(isNumber(cell)).toBe(true);
  expect(numberOf(cell)).toBe(value);
});

test('rows are filtered and sorted: numbers by value, empty cells last', async () => {
  const index = indexOf('name,count\nAda,10\nbob,\nCyd,9\nada,-1\n');
  const wished = async (
    words: string,
    column?: number,
    isDown = false,
  ): Promise<readonly (string | undefined)[]> => {
    const sort = column === undefined ? undefined : { column, isDown };
    const order = await orderOf(index, { from: 1, order: { words, sort } }, async () => true);
    return Array.from(order ?? [], (row) => index.cells(row)[1]);
  };
  expect(await wished('ADA')).toEqual(['10', '-1']);
  expect(await wished('', 1)).toEqual(['-1', '9', '10', '']);
  expect(await wished('', 1, true)).toEqual(['10', '9', '-1', '']);
  expect(await wished('', 0)).toEqual(['10', '-1', '', '9']);
  expect(await wished('nobody here')).toEqual([]);
});

test('a row with too many cells is truncated', () => {
  expect(cellsOf(','.repeat(5_000), ',', 10)).toHaveLength(10);
});
