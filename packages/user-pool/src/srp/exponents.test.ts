import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createExponents } from './exponents.ts';

test('no exponent is returned twice, also to concurrent callers', async () => {
  const exponents = createExponents();
  const taken = await Promise.all(Array.from({ length: 50 }, () => exponents.take()));
  expect(new Set(taken.map(({ value }) => value)).size).toBe(50);
});

test('a stored value is returned once, and computed again after that', async () => {
  const exponents = createExponents();
  const exponent = await exponents.take();
  const exchange = randomBytes(32);
  exponents.keep(exchange, exponent);
  const read = vi.fn<() => bigint>(() => exponent.value);
  expect(exponents.recall(exchange, read)).toBe(exponent);
  expect(read).not.toHaveBeenCalled();
  expect(exponents.recall(exchange, read)).toMatchObject({ value: exponent.value, power: exponent.power });
  expect(read).toHaveBeenCalledOnce();
});

test('with more exchanges than are cached, the oldest is computed again', async () => {
  const exponents = createExponents();
  const exponent = await exponents.take();
  const exchanges = Array.from({ length: 1001 }, () => randomBytes(32));
  for (const exchange of exchanges) exponents.keep(exchange, exponent);
  const read = vi.fn<() => bigint>(() => exponent.value);
  for (const exchange of exchanges) exponents.recall(exchange, read);
  expect(read).toHaveBeenCalledOnce();
});
