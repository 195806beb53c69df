import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeHeldDrop } from './held-drop.ts';

const script = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');
const FOLDER = '/s/a/b';
const page = { location: { pathname: FOLDER }, now: 0 };

beforeEach(() => {
  page.location.pathname = FOLDER;
  page.now = 0;
  vi.stubGlobal('location', page.location);
  vi.stubGlobal('performance', { now: () => page.now });
});

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.heldDrop = undefined;
});

/** What the script before the first paint does with a drag of these types. */
function drag(type: 'dragover' | 'drop', types = ['Files'], defaultPrevented = false) {
  const listeners = new Map<string, (event: unknown) => void>();
  const window: { heldDrop?: typeof globalThis.heldDrop } = {};
  runInNewContext(script, {
    window,
    location: page.location,
    performance,
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    document: { documentElement: { dataset: {}, popover: null } },
    localStorage: { getItem: () => null },
    navigator: { languages: ['en'] },
    CSS: { supports: () => true },
    AbortSignal: { any: () => undefined },
  });
  const event = {
    type,
    defaultPrevented,
    dataTransfer: { types, items: [], files: ['file'], dropEffect: 'copy' },
    preventDefault: vi.fn<() => void>(),
  };
  listeners.get(type)?.(event);
  const { heldDrop } = window;
  if (heldDrop !== undefined) globalThis.heldDrop = heldDrop;
  return { isPrevented: event.preventDefault.mock.calls.length > 0, effect: event.dataTransfer.dropEffect };
}

test.each(['/', '/recent', '/search', '/trash', '/transfers', '/settings', '/shared'])(
  'files that are dropped on %s are not opened by the browser, and not held',
  (path) => {
    page.location.pathname = path;
    expect(drag('dragover')).toEqual({ isPrevented: true, effect: 'none' });
    expect(drag('drop')).toEqual({ isPrevented: true, effect: 'none' });
    page.location.pathname = FOLDER;
    expect(takeHeldDrop()).toBeUndefined();
  },
);

test('drags of text, and drags that a part of the page takes, are left alone', () => {
  const untouched = { isPrevented: false, effect: 'copy' };
  page.location.pathname = '/';
  expect(drag('dragover', ['text/plain'])).toEqual(untouched);
  expect(drag('drop', ['Files'], true)).toEqual(untouched);
});

test('files that are dropped on the page of a folder wait for its list once', () => {
  expect(drag('drop')).toEqual({ isPrevented: true, effect: 'copy' });
  page.now = 9_000;
  expect(takeHeldDrop()?.files).toEqual(['file']);
  expect(takeHeldDrop()).toBeUndefined();
});

test('a held drop is not given to another folder', () => {
  drag('drop');
  page.location.pathname = '/s/a/c';
  expect(takeHeldDrop()).toBeUndefined();
  page.location.pathname = FOLDER;
  expect(takeHeldDrop()).toBeUndefined();
});

test('a held drop expires', () => {
  drag('drop');
  page.now = 11_000;
  expect(takeHeldDrop()).toBeUndefined();
});
