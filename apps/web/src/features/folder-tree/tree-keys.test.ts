import type { NodeId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { treeMove } from './tree-keys.ts';
import type { Line } from './use-folders.ts';

const folder = (
  name: string,
  level: number,
  state: { isExpanded?: boolean; hasFolders?: boolean } = {},
): Line => {
  const id = name as NodeId;
  const { isExpanded = false, hasFolders } = state;
  return { kind: 'folder', key: id, folder: { id, name, parentId: id, level, isExpanded, hasFolders } };
};

const lines: readonly Line[] = [
  folder('Archive', 1),
  folder('Berichte', 1, { isExpanded: true, hasFolders: true }),
  folder('2025', 2),
  folder('Élan', 2, { isExpanded: true, hasFolders: false }),
  { kind: 'more', key: 'more', level: 1, act: () => undefined },
];

const press = (key: string, at: number, isMirrored = false) =>
  treeMove({ key, ctrlKey: false, metaKey: false, altKey: false }, { lines, at, isMirrored });

test('arrows, Home and End move and stop at the ends', () => {
  expect(press('ArrowDown', 0)).toEqual({ type: 'focus', to: 1 });
  expect(press('ArrowDown', 4)).toEqual({ type: 'focus', to: 4 });
  expect(press('ArrowUp', 0)).toEqual({ type: 'focus', to: 0 });
  expect(press('End', 0)).toEqual({ type: 'focus', to: 4 });
  expect(press('Home', 3)).toEqual({ type: 'focus', to: 0 });
});

test('into a folder: it opens, then its first folder has the focus; out of it: the other way round', () => {
  expect(press('ArrowRight', 0)).toMatchObject({ type: 'toggle', folder: { name: 'Archive' } });
  expect(press('ArrowRight', 1)).toEqual({ type: 'focus', to: 2 });
  expect(press('ArrowRight', 3)).toBeUndefined();
  expect(press('ArrowLeft', 1)).toMatchObject({ type: 'toggle', folder: { name: 'Berichte' } });
  expect(press('ArrowLeft', 2)).toEqual({ type: 'focus', to: 1 });
  expect(press('ArrowLeft', 0)).toBeUndefined();
  expect(press('ArrowLeft', 0, true)).toMatchObject({ type: 'toggle', folder: { name: 'Archive' } });
  expect(press('ArrowRight', 2, true)).toEqual({ type: 'focus', to: 1 });
});

test('a folder whose folders are not there yet keeps the focus', () => {
  const waiting: Line = { kind: 'loading', key: 'loading', level: 2, act: () => undefined };
  const held = { key: 'ArrowRight', ctrlKey: false, metaKey: false, altKey: false };
  const place = { lines: [folder('Archive', 1, { isExpanded: true }), waiting], at: 0, isMirrored: false };
  expect(treeMove(held, place)).toBeUndefined();
});

test('a letter moves to the next name that begins with it, without accents, and wraps around', () => {
  expect(press('e', 0)).toEqual({ type: 'focus', to: 3 });
  expect(press('A', 3)).toEqual({ type: 'focus', to: 0 });
  expect(press('x', 0)).toBeUndefined();
});

test('Enter and Space open; shortcuts with Ctrl are not handled', () => {
  expect(press('Enter', 2)).toMatchObject({ type: 'open', line: { key: '2025' } });
  expect(press(' ', 4)).toMatchObject({ type: 'open', line: { kind: 'more' } });
  const held = { key: 'End', ctrlKey: true, metaKey: false, altKey: false };
  expect(treeMove(held, { lines, at: 0, isMirrored: false })).toBeUndefined();
});
