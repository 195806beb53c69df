import { expect, test } from 'vitest';
import { parseCursor, writeCursor } from './cursor.ts';
import type { SortKey } from './model.ts';

const ID = '01939a3e-0000-7000-8000-000000000001';
const sorting = { sort: 'name', order: 'asc' } as const;
const byName = (): SortKey => 'name';
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a cursor survives a round trip', () => {
  const cursor = { kind: 'file', position: ['naïve\u0001key', ID] } as const;
  expect(parseCursor(writeCursor(sorting, cursor), sorting, byName)).toEqual(cursor);
});

test('a cursor of another sort or order is refused', () => {
  const text = writeCursor(sorting, { kind: 'file', position: ['a', ID] });
  expect(parseCursor(text, { sort: 'name', order: 'desc' }, byName)).toBeUndefined();
  expect(parseCursor(text, { sort: 'size', order: 'asc' }, () => 'size')).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['no JSON', 'aGVsbG8'],
  ['another shape', encode({ kind: 'file' })],
  ['an unknown member', encode({ ...sorting, kind: 'file', position: ['a', ID], more: 1 })],
  ['a number for a name', encode({ ...sorting, kind: 'file', position: [1, ID] })],
  ['NUL, which PostgreSQL cannot hold', encode({ ...sorting, kind: 'file', position: ['a\u0000', ID] })],
  ['half a surrogate pair', encode({ ...sorting, kind: 'file', position: ['a\ud800', ID] })],
  ['an id that is none', encode({ ...sorting, kind: 'file', position: ['a', 'x'] })],
  ['a missing id', encode({ ...sorting, kind: 'file', position: ['a'] })],
])('%s is not a cursor', (_, text) => {
  expect(parseCursor(text, sorting, byName)).toBeUndefined();
});

const by = (sort: 'size' | 'modified', position: unknown[]) =>
  parseCursor(encode({ sort, order: 'asc', kind: 'file', position }), { sort, order: 'asc' }, () => sort);

test('positions are of the type of their column', () => {
  expect(by('size', [10, ID])).toBeDefined();
  expect(by('size', [1.5, ID])).toBeUndefined();
  expect(by('size', [-1, ID])).toBeUndefined();
  expect(by('modified', ['2030-01-01T00:00:00.000Z', ID])).toBeDefined();
  expect(by('modified', ['2030-13-01T00:00:00.000Z', ID])).toBeUndefined();
  expect(by('modified', ['now', ID])).toBeUndefined();
});

test('an impossible date is not a position, because PostgreSQL rejects it', () => {
  for (const moment of ['2026-02-31T00:00:00.000Z', '2026-01-01T24:00:00.000Z', '0000-01-01T00:00:00.000Z']) {
    expect(by('modified', [moment, ID])).toBeUndefined();
  }
  expect(by('modified', ['2024-02-29T23:59:59.999Z', ID])).toBeDefined();
});
