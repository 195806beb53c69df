import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import type { Transfer } from '../model/machine.ts';
import { transferIn } from '../model/transfer.world.ts';
import { isMuch, lossOf } from './cancel.ts';

const many = (count: number, more: Partial<Transfer> = {}): readonly Transfer[] =>
  Array.from({ length: count }, () => transferIn('queued', more));

test.each([
  ['a few files', many(20), false],
  ['many files', many(21), true],
  ['one file that is nearly sent', many(1, { phase: 'uploading', sentBytes: 200 * MIB }), true],
  ['what is uploaded stays', many(50, { phase: 'done', sentBytes: 200 * MIB }), false],
  ['what another device sends', many(50, { phase: 'interrupted', blockedBy: 'active_elsewhere' }), false],
])('cancelling %s', (_name, transfers, isAsked) => {
  expect(isMuch(lossOf(transfers))).toBe(isAsked);
});
