import { UserId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { peopleOf } from './people-of.ts';

const BEN = { id: UserId.parse('019ab000-0000-7000-8000-000000000001'), name: 'Ben' };
const BEA = { id: UserId.parse('019ab000-0000-7000-8000-000000000002'), name: 'Bea', address: 'bea@x.org' };

test('people who are found later follow the writers, and each is listed once', () => {
  expect(peopleOf([BEN], [], 'be')).toEqual([{ ...BEN, address: '' }]);
  const known = { ...BEN, address: 'ben@x.org' };
  expect(peopleOf([BEN], [BEA, known], 'be')).toEqual([known, BEA]);
  expect(peopleOf([BEN], [BEA, known], 'bea@')).toEqual([BEA]);
});
