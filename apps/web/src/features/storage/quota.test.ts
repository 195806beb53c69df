import { expect, test } from 'vitest';
import { typedSizeOf } from '../../lib/sizes/typed-size.ts';
import { bytesOf } from './quota.ts';

test.each([
  [{ amount: '20', unit: 'GB' }, 20_000_000_000],
  [{ amount: ' 1.5 ', unit: 'TB' }, 1_500_000_000_000],
  [{ amount: '1,5', unit: 'GB' }, 1_500_000_000],
  [{ amount: '٢٠٫٥', unit: 'GB' }, 20_500_000_000],
  [{ amount: '1,000', unit: 'GB' }, undefined],
  [{ amount: '1.000', unit: 'GB' }, undefined],
  [{ amount: '١٬٠٠٠', unit: 'GB' }, undefined],
  [{ amount: '1٫000', unit: 'GB' }, undefined],
  [{ amount: '1,0000', unit: 'GB' }, 1_000_000_000],
  [{ amount: '1,25', unit: 'GB' }, 1_250_000_000],
  [{ amount: '.5', unit: 'GB' }, 500_000_000],
  [{ amount: '0', unit: 'GB' }, undefined],
  [{ amount: '1', unit: 'MB' }, undefined],
  [{ amount: '', unit: 'GB' }, undefined],
  [{ amount: '.', unit: 'GB' }, undefined],
  [{ amount: '-5', unit: 'GB' }, undefined],
  [{ amount: '1e3', unit: 'GB' }, undefined],
  [{ amount: '1.000.000', unit: 'GB' }, undefined],
  [{ amount: '99999999', unit: 'TB' }, undefined],
  [{ amount: 'twenty', unit: 'GB' }, undefined],
] as const)('%j is %j bytes', (typed, bytes) => {
  expect(bytesOf(typed)).toBe(bytes);
});

test.each([
  [10 * 1024 ** 3, { amount: '10.74', unit: 'GB' }],
  [2_000_000, { amount: '2', unit: 'MB' }],
  [1_000_000_000_000, { amount: '1', unit: 'TB' }],
  [0, { amount: '0', unit: 'MB' }],
] as const)('%i bytes are shown as %j', (bytes, typed) => {
  expect(typedSizeOf(bytes)).toEqual(typed);
});
