import { describe, expect, test } from 'vitest';
import { EMPTY_RANGE_SET, rangeBetween } from '../../lib/ranges/range-set.ts';
import { isCharacter, type KeyContext, type KeyPress, outcomeOfKey } from './grid-keys.ts';
import { startAt } from './grid-state.ts';

const CONTEXT: KeyContext = {
  state: startAt(50),
  selection: EMPTY_RANGE_SET,
  rowCount: 1_000,
  pageRows: 20,
  cellCount: 5,
  isRightToLeft: false,
  isOnControl: false,
};

function press(chord: string): KeyPress {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key: key === 'Space' ? ' ' : key,
    isCommand: parts.includes('Ctrl'),
    isShift: parts.includes('Shift'),
    isAlt: parts.includes('Alt'),
  };
}

function inCell(cell: number) {
  return { state: { ...startAt(50), cell } };
}

function outcome(chord: string, context: Partial<KeyContext> = {}) {
  return outcomeOfKey(press(chord), { ...CONTEXT, ...context });
}

describe('rows', () => {
  test.each([
    ['ArrowDown', 51, 'select'],
    ['ArrowUp', 49, 'select'],
    ['PageDown', 69, 'select'],
    ['PageUp', 31, 'select'],
    ['Home', 0, 'select'],
    ['End', 999, 'select'],
    ['Shift+ArrowDown', 51, 'extend'],
    ['Shift+End', 999, 'extend'],
    ['Shift+PageUp', 31, 'extend'],
    ['Ctrl+ArrowDown', 51, 'focus'],
    ['Ctrl+Home', 0, 'focus'],
    ['Ctrl+Shift+End', 999, 'extend-add'],
    ['Ctrl+Shift+ArrowUp', 49, 'extend-add'],
  ])('%s moves to row %d with range %s', (chord, to, reach) => {
    expect(outcome(chord)).toEqual({ type: 'go', to, reach });
  });

  test.each([
    ['ArrowUp', 0, 0],
    ['PageUp', 5, 0],
    ['ArrowDown', 999, 999],
    ['PageDown', 990, 999],
  ])('%s at row %d stops at row %d', (chord, from, to) => {
    expect(outcome(chord, { state: startAt(from) })).toEqual({ type: 'go', to, reach: 'select' });
  });

  test('a page is one row at least, in the lowest window', () => {
    expect(outcome('PageDown', { pageRows: 0 })).toMatchObject({ to: 51 });
  });
});

describe('cells', () => {
  test.each([
    ['ArrowRight', -1, 0],
    ['ArrowRight', 3, 4],
    ['ArrowRight', 4, 4],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, -1],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['Escape', 2, -1],
  ])('%s in cell %d moves to cell %d', (chord, from, to) => {
    expect(outcome(chord, inCell(from))).toEqual({ type: 'cell', to });
  });

  test('in right-to-left text, the left arrow enters and the right arrow leaves', () => {
    expect(outcome('ArrowLeft', { isRightToLeft: true })).toEqual({ type: 'cell', to: 0 });
    expect(outcome('ArrowRight', { ...inCell(0), isRightToLeft: true })).toEqual({ type: 'cell', to: -1 });
    expect(outcome('ArrowRight', { isRightToLeft: true })).toBeUndefined();
  });

  test('leaving a row that was not entered does nothing', () => {
    expect(outcome('ArrowLeft')).toBeUndefined();
  });

  test('up and down inside cells keep the selection; ctrl+home still moves to the first row', () => {
    expect(outcome('ArrowDown', inCell(2))).toEqual({ type: 'go', to: 51, reach: 'focus' });
    expect(outcome('Ctrl+Home', inCell(2))).toEqual({ type: 'go', to: 0, reach: 'focus' });
    expect(outcome('Shift+End', inCell(2))).toEqual({ type: 'go', to: 999, reach: 'extend' });
  });

  test('a control in a cell answers Enter and Space itself', () => {
    expect(outcome('Enter', { ...inCell(1), isOnControl: true })).toBeUndefined();
    expect(outcome('Space', { ...inCell(1), isOnControl: true })).toBeUndefined();
    expect(outcome('Enter', inCell(1))).toEqual({ type: 'ask', name: 'open' });
  });
});

describe('selection', () => {
  test.each(['Space', 'Ctrl+Space'])('%s toggles the focused row', (chord) => {
    expect(outcome(chord)).toEqual({ type: 'toggle', index: 50 });
  });

  test('shift+space extends to the focused row', () => {
    expect(outcome('Shift+Space')).toEqual({ type: 'go', to: 50, reach: 'extend' });
  });

  test.each(['Ctrl+a', 'Ctrl+A'])('%s selects all', (chord) => {
    expect(outcome(chord)).toEqual({ type: 'all' });
  });

  test('Escape clears a selection, and is passed on when there is none', () => {
    expect(outcome('Escape', { selection: rangeBetween(1, 2) })).toEqual({ type: 'none' });
    expect(outcome('Escape')).toBeUndefined();
  });
});

describe('requests', () => {
  test.each([
    ['Enter', 'open'],
    ['F2', 'rename'],
    ['Delete', 'delete'],
    ['Shift+Delete', 'delete-permanently'],
    ['Shift+F10', 'menu'],
    ['ContextMenu', 'menu'],
  ])('%s asks for %s', (chord, name) => {
    expect(outcome(chord)).toEqual({ type: 'ask', name });
  });

  test.each([
    'a',
    'n',
    '/',
    'F10',
    'F5',
    'Tab',
    'Backspace',
    'Alt+ArrowUp',
    'Alt+ArrowLeft',
    'Alt+Enter',
    'Ctrl+c',
    'Ctrl+z',
    'Ctrl+k',
    'Ctrl+Shift+A',
    'Ctrl+Enter',
    'Ctrl+Delete',
    'Shift+Enter',
    'Shift+F2',
    'Shift+ArrowRight',
    'Ctrl+ArrowRight',
    'Dead',
    'Process',
  ])('%s is passed on', (chord) => {
    expect(outcome(chord)).toBeUndefined();
  });

  test('an empty list ignores every key but select all', () => {
    const empty = { rowCount: 0, state: startAt(0) };
    for (const chord of [
      'ArrowDown',
      'End',
      'Home',
      'ArrowRight',
      'Space',
      'Enter',
      'F2',
      'Delete',
      'Shift+F10',
    ]) {
      expect(outcome(chord, empty)).toBeUndefined();
    }
    expect(outcome('Ctrl+a', empty)).toEqual({ type: 'all' });
  });
});

test.each([
  ['a', true],
  ['漢', true],
  ['😀', true],
  ['/', true],
  ['Space', true],
  ['Ctrl+a', false],
  ['Alt+a', false],
  ['Enter', false],
  ['F2', false],
  ['Dead', false],
])('%s as a character: %s', (chord, expected) => {
  expect(isCharacter(press(chord))).toBe(expected);
});
