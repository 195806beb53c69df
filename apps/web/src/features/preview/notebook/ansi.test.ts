import { expect, test } from 'vitest';
import { ansiRuns } from './ansi.ts';

const ESC = '\u001b';

test('colours and weight begin and end', () => {
  expect(ansiRuns(`a${ESC}[1;31mError${ESC}[0m: b`)).toEqual([
    { text: 'a', color: undefined, isBold: false },
    { text: 'Error', color: 1, isBold: true },
    { text: ': b', color: undefined, isBold: false },
  ]);
});

test('sequences that move or clear a terminal are dropped', () => {
  expect(ansiRuns(`a${ESC}[2J${ESC}[10;4Hb${ESC}[?25l`)).toEqual([
    { text: 'ab', color: undefined, isBold: false },
  ]);
});

test('endless changes of colour are limited', () => {
  const runs = ansiRuns(`${ESC}[31mx${ESC}[32my`.repeat(20_000));
  expect(runs.length).toBeLessThanOrEqual(5_000);
  expect(runs.map(({ text }) => text).join('')).toHaveLength(40_000);
});
