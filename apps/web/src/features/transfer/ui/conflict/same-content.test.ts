import { expect, test } from 'vitest';
import { decisionsOf, hasSha256 } from './same-content.ts';

const transfers = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const asked = {
  transfers,
  same: new Set(['a', 'c']),
  skipsSame: true,
  choice: 'replace',
  isForAll: true,
} as const;

test('files with the same content are skipped, and the choice is for the others', () => {
  expect(decisionsOf(asked)).toEqual([
    { id: 'a', rule: 'skip', isForBatch: false },
    { id: 'c', rule: 'skip', isForBatch: false },
    { id: 'b', rule: 'replace', isForBatch: true },
  ]);
});

test('without the box, and for one file at a time, the choice is for all alike', () => {
  const all = [{ id: 'a', rule: 'replace', isForBatch: true }];
  expect(decisionsOf({ ...asked, skipsSame: false })).toEqual(all);
  expect(decisionsOf({ ...asked, isForAll: false })).toEqual([
    { id: 'a', rule: 'replace', isForBatch: false },
  ]);
});

test('what is chosen for single files is kept from the choice for the others, and from the skipping', () => {
  const single = new Map([
    ['a', 'rename'],
    ['b', 'skip'],
  ] as const);
  expect(decisionsOf({ ...asked, single })).toEqual([
    { id: 'a', rule: 'rename', isForBatch: false },
    { id: 'b', rule: 'skip', isForBatch: false },
    { id: 'c', rule: 'skip', isForBatch: false },
  ]);
  expect(decisionsOf({ ...asked, single, skipsSame: false }).at(-1)).toEqual({
    id: 'c',
    rule: 'replace',
    isForBatch: true,
  });
  expect(decisionsOf({ ...asked, single, isForAll: false })).toEqual([
    { id: 'a', rule: 'replace', isForBatch: false },
  ]);
});

test('where all are the same, nothing is chosen for files that come later', () => {
  const decisions = decisionsOf({ ...asked, same: new Set(['a', 'b', 'c']) });
  expect(decisions.map(({ rule, isForBatch }) => [rule, isForBatch])).toEqual([
    ['skip', false],
    ['skip', false],
    ['skip', false],
  ]);
});

test('content is compared by its SHA-256', async () => {
  const sha256 = 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';
  expect(await hasSha256(new Blob(['abc']), sha256)).toBe(true);
  expect(await hasSha256(new Blob(['abd']), sha256)).toBe(false);
});
