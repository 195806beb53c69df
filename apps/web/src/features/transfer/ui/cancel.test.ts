import { UploadId } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import type { Transfer } from '../model/machine.ts';
import { transferIn } from '../model/transfer.world.ts';
import { askIfMuch, isMuch, lossOf } from './cancel.ts';

const UPLOAD = UploadId.parse('00000000-0000-7000-8000-000000000001');
const many = (count: number, more: Partial<Transfer> = {}): readonly Transfer[] =>
  Array.from({ length: count }, () => transferIn('queued', more));

test.each([
  ['a few files', many(20), false],
  ['many files', many(21), true],
  ['one file that is nearly sent', many(1, { phase: 'uploading', sentBytes: 200 * MIB }), true],
  ['what is uploaded stays', many(50, { phase: 'done', sentBytes: 200 * MIB }), false],
  [
    'a large one of an earlier page',
    many(1, { phase: 'interrupted', sizeBytes: 200 * MIB, uploadId: UPLOAD, blockedBy: 'permission' }),
    true,
  ],
  ['a large one that was never begun', many(1, { phase: 'interrupted', sizeBytes: 200 * MIB }), false],
  ['what another device sends', many(50, { phase: 'interrupted', blockedBy: 'active_elsewhere' }), false],
])('cancelling %s', (_name, transfers, isAsked) => {
  expect(isMuch(lossOf(transfers))).toBe(isAsked);
});

test.each([
  ['a little', 50, true],
  ['much', 200, false],
])('closing what failed after %s was sent', (_name, sentMib, isClosed) => {
  let closed = 0;
  askIfMuch(many(1, { phase: 'failed', sentBytes: sentMib * MIB }), () => {
    closed += 1;
  });
  expect(closed).toBe(isClosed ? 1 : 0);
});
