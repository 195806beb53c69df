import { expect, test } from 'vitest';
import { mayBeForGrid } from './held-events.ts';

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false };

test.each([
  ['ArrowDown', {}],
  ['End', {}],
  ['PageUp', {}],
  ['Enter', {}],
  [' ', {}],
  ['F2', {}],
  ['Delete', {}],
  ['ContextMenu', {}],
  ['r', {}],
  ['ص', {}],
  ['a', { ctrlKey: true }],
  ['A', { metaKey: true }],
  ['ArrowUp', { ctrlKey: true }],
])('%s %j waits for the code of the grid', (key, modifiers) => {
  expect(mayBeForGrid({ ...NO_MODIFIER, ...modifiers, key })).toBe(true);
});

test.each([
  ['Tab', {}],
  ['Shift', {}],
  ['F5', {}],
  ['F6', {}],
  ['Dead', {}],
  ['Backspace', {}],
  ['r', { ctrlKey: true }],
  ['c', { metaKey: true }],
  ['ArrowLeft', { altKey: true }],
  ['ArrowUp', { altKey: true }],
])('%s %j goes on its way', (key, modifiers) => {
  expect(mayBeForGrid({ ...NO_MODIFIER, ...modifiers, key })).toBe(false);
});
