import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { isOwnerRunning, ownerNow } from './note-owner.ts';

const own = ownerNow();
const another = { ...own, process: 'another' };

test.each([
  ['this process', own, true],
  ['an earlier process of the same id', another, false],
  ['another process of this machine', { ...another, pid: process.ppid }, true],
  ['another machine', { ...another, host: 'elsewhere' }, true],
  [
    'another machine, long ago',
    { ...another, host: 'elsewhere', notedAtMs: own.notedAtMs - 2 * DAY_MS },
    false,
  ],
])('a note of %s', (_, owner, isRunning) => {
  expect(isOwnerRunning(owner)).toBe(isRunning);
});
