import { expect, test } from 'vitest';
import { cleanMerge, mergeTexts } from './merge-texts.ts';

const merged = (base: string, mine: string, theirs: string): string | undefined =>
  cleanMerge(mergeTexts({ base, mine, theirs }));

test('changes at different places fit together', () => {
  expect(merged('a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\nf\n')).toBe('A\nb\nc\nd\nE\nf\n');
  expect(merged('a\nb\n', 'a\nb\n', 'b\n')).toBe('b\n');
  expect(merged('a\nb\n', 'a\nx\nb\n', 'a\nb\n')).toBe('a\nx\nb\n');
});

test('the same change on both sides is not a conflict', () => {
  expect(merged('a\nb\n', 'a\nc\n', 'a\nc\n')).toBe('a\nc\n');
  expect(merged('', 'one', 'one')).toBe('one');
});

test('two changes of one line are a conflict that holds both sides', () => {
  const parts = mergeTexts({ base: 'a\nb\nc', mine: 'a\nmine\nc', theirs: 'a\ntheirs\nc' });
  expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([
    { kind: 'conflict', base: ['b'], mine: ['mine'], theirs: ['theirs'] },
  ]);
  expect(cleanMerge(parts)).toBeUndefined();
  expect(merged('', 'mine', 'theirs')).toBeUndefined();
});

test('a change next to a deletion is a conflict', () => {
  const parts = mergeTexts({ base: 'a\nb\nc', mine: 'a\nB\nc', theirs: 'a\nc' });
  expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([
    { kind: 'conflict', base: ['b'], mine: ['B'], theirs: [] },
  ]);
});

test('a last line without a break keeps to itself', () => {
  expect(merged('a\nb', 'a\nb\n', 'A\nb')).toBe('A\nb\n');
});

test('of very many equal lines the changed ones alone are compared', () => {
  const lines = 'x = 1\n'.repeat(200_000);
  const startedAt = performance.now();
  expect(merged(lines, `first\n${lines}`, `${lines}last\n`)).toBeUndefined();
  expect(merged(lines, `${lines}last\n`, lines)).toBe(`${lines}last\n`);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
