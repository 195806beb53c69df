import { describe, expect, test } from 'vitest';
import { findTyped, isTyping, NOTHING_TYPED, typeCharacter, wanted } from './type-ahead.ts';

const NAMES = ['Alpha', 'apple', 'Ärger', 'Beta', 'beta 2', 'Éclair', 'ﬁnal', 'Gamma ray', 'Straße'];

function find(text: string, from = 0, names: readonly (string | undefined)[] = NAMES): string | undefined {
  const index = findTyped({ text, from, rowCount: names.length, nameAt: (i) => names[i], locale: 'en' });
  return index === undefined ? undefined : names[index];
}

describe('typing', () => {
  test('characters soon after each other are one word, after a pause a new one begins', () => {
    let typed = typeCharacter(NOTHING_TYPED, 'a', 1_000);
    typed = typeCharacter(typed, 'n', 1_699);
    expect(typed.text).toBe('an');
    expect(isTyping(typed, 2_398)).toBe(true);
    expect(isTyping(typed, 2_399)).toBe(false);
    expect(typeCharacter(typed, 'x', 2_399).text).toBe('x');
  });

  test('nothing typed is not typing, so that a space may select', () => {
    expect(isTyping(NOTHING_TYPED, 0)).toBe(false);
  });

  test('a key held down does not grow without bound', () => {
    let typed = NOTHING_TYPED;
    for (let i = 0; i < 1_000; i++) typed = typeCharacter(typed, 'q', i);
    expect(typed.text).toHaveLength(100);
  });
});

describe('finding', () => {
  test.each([
    ['b', 0, 'Beta'],
    ['be', 0, 'Beta'],
    ['beta 2', 0, 'beta 2'],
    ['e', 0, 'Éclair'],
    ['é', 0, 'Éclair'],
    ['gamma r', 0, 'Gamma ray'],
    ['strasse', 0, 'Straße'],
    ['zzz', 0, undefined],
  ])('%s from row %d finds %s', (text, from, expected) => {
    expect(find(text, from)).toBe(expected);
  });

  test('one letter repeated cycles through its matches', () => {
    expect(find('a', 0)).toBe('apple');
    expect(find('aa', 1)).toBe('Ärger');
    expect(find('aaa', 2)).toBe('Alpha');
  });

  test('a longer text stays on the row where it is', () => {
    expect(find('be', 4)).toBe('beta 2');
    expect(find('ap', 1)).toBe('apple');
  });

  test('a decomposed name is found by a composed letter', () => {
    expect(find('é', 0, ['x', 'e\u0301clair'])).toBe('e\u0301clair');
  });

  test('unloaded rows are skipped, and an empty list has no match', () => {
    expect(find('b', 0, [undefined, undefined, 'b'])).toBe('b');
    expect(find('b', 0, [])).toBeUndefined();
  });

  test('a million rows without a match are not all looked at', () => {
    let looked = 0;
    const nameAt = () => {
      looked += 1;
      return undefined;
    };
    expect(findTyped({ text: 'x', from: 0, rowCount: 1_000_000, nameAt })).toBeUndefined();
    expect(looked).toBe(20_000);
  });
});

test('the owner is asked for the letter when it is repeated', () => {
  expect(wanted('bb')).toEqual({ prefix: 'b', isRepeated: true });
  expect(wanted('bo')).toEqual({ prefix: 'bo', isRepeated: false });
  expect(wanted('😀😀')).toEqual({ prefix: '😀', isRepeated: true });
});
