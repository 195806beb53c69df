import { expect, test } from 'vitest';
import { holdsCommand, keyOf } from './key-of.ts';

interface Modifiers {
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly isAltGraph?: boolean;
}

function press(key: string, code: string, { isAltGraph = false, ...modifiers }: Modifiers = {}) {
  return {
    key,
    code,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
    getModifierState: (name: string) => name === 'AltGraph' && isAltGraph,
  };
}

test.each([
  ['ء', 'KeyX', 'x', 'Arabic'],
  ['لا', 'KeyB', 'b', 'Arabic, a key of two letters'],
  ['ظ', 'Slash', '/', 'Arabic, the key of the slash'],
  ['ز', 'KeyC', 'c', 'Persian'],
  ['ז', 'KeyZ', 'z', 'Hebrew'],
  ['м', 'KeyV', 'v', 'Russian'],
  ['α', 'KeyA', 'a', 'Greek'],
  ['ื', 'KeyN', 'n', 'Thai, a vowel above'],
  ['्', 'KeyD', 'd', 'Hindi, a sign'],
])('%s at %s is %s (%s)', (key, code, expected) => {
  expect(keyOf(press(key, code))).toBe(expected);
});

test.each([
  ['x', 'KeyB', 'Dvorak'],
  [';', 'KeyZ', 'Dvorak, punctuation at the place of a letter'],
  ['a', 'KeyQ', 'AZERTY'],
  ['z', 'KeyW', 'AZERTY'],
  ['z', 'KeyY', 'QWERTZ'],
  ['ı', 'KeyI', 'Turkish'],
  ['/', 'KeyQ', 'Hebrew, punctuation'],
  ['/', 'KeyL', 'Arabic, punctuation'],
  ['Enter', 'Enter', 'a named key'],
  ['Dead', 'KeyE', 'a dead key'],
  ['*', 'Digit8', 'a star'],
  ['ж', 'Semicolon', 'a foreign letter elsewhere'],
])('%s at %s stays (%s)', (key, code) => {
  expect(keyOf(press(key, code))).toBe(key);
});

test('Shift is told apart as on a Latin keyboard', () => {
  expect(keyOf(press('Т', 'KeyN', { shiftKey: true }))).toBe('N');
  expect(keyOf(press('؟', 'Slash', { shiftKey: true }))).toBe('?');
});

test('AltGr writes characters: it is neither Ctrl nor a shortcut', () => {
  expect(keyOf(press('µ', 'KeyM', { isAltGraph: true }))).toBe('µ');
  expect(holdsCommand(press('ż', 'KeyZ', { ctrlKey: true, altKey: true }))).toBe(false);
  expect(holdsCommand(press('ż', 'KeyZ', { ctrlKey: true, isAltGraph: true }))).toBe(false);
  expect(holdsCommand(press('x', 'KeyX', { ctrlKey: true }))).toBe(true);
  expect(holdsCommand(press('x', 'KeyX', { metaKey: true }))).toBe(true);
});
