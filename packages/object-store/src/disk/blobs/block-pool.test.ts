import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { BlockPool, PendingBytes } from './block-pool.ts';
import { BLOCK_BYTES } from './block-sums.ts';

test('each request may hold one block, and all of them some more together', () => {
  const pool = new BlockPool(1);
  const [one, other] = [pool.holder(), pool.holder()];
  const blocks = [one.take(), one.take()].map((block) => defined(block, 'there is one to share'));
  expect(one.take()).toBeUndefined();
  expect(other.take()).toBeDefined();
  expect(other.take()).toBeUndefined();
  for (const block of blocks) one.give(block);
  expect(other.take()).toBeDefined();
});

test('unused blocks are freed after a while, and others stay', () => {
  const pool = new BlockPool();
  const blocks = Array.from({ length: 6 }, () => pool.take());
  for (const block of blocks) pool.give(block);
  expect(pool.trim()).toBe(0);
  pool.give(pool.take());
  expect(pool.trim()).toBe(5 * BLOCK_BYTES);
  expect(blocks.filter(({ length }) => length === BLOCK_BYTES)).toHaveLength(1);
  expect(pool.trim()).toBe(BLOCK_BYTES);
  expect(pool.take()).toHaveLength(BLOCK_BYTES);
});

test('bytes that wait to be written take what is shared beyond one block, up to their most, and give it back', () => {
  const pool = new BlockPool(3);
  const pending = new PendingBytes(3 * BLOCK_BYTES, pool);
  pending.add(BLOCK_BYTES);
  expect([pending.hasRoom(), sharedOf(pool)]).toEqual([true, 3]);
  pending.add(BLOCK_BYTES + 1);
  expect([pending.hasRoom(), sharedOf(pool)]).toEqual([true, 1]);
  pending.add(BLOCK_BYTES);
  expect([pending.hasRoom(), sharedOf(pool)]).toEqual([false, 1]);
  pending.remove(BLOCK_BYTES);
  expect([pending.hasRoom(), sharedOf(pool)]).toEqual([true, 1]);
  pending.remove(BLOCK_BYTES + 1);
  expect([pending.hasRoom(), sharedOf(pool)]).toEqual([true, 3]);
  pending.remove(BLOCK_BYTES);
  expect(sharedOf(pool)).toBe(3);
});

test('bytes that wait to be written have the room of one block where nothing is left to share', () => {
  const pool = new BlockPool(0);
  const pending = new PendingBytes(8 * BLOCK_BYTES, pool);
  pending.add(BLOCK_BYTES);
  expect(pending.hasRoom()).toBe(true);
  pending.add(1);
  expect(pending.hasRoom()).toBe(false);
  pending.remove(1);
  expect(pending.hasRoom()).toBe(true);
});

function sharedOf(pool: BlockPool): number {
  let count = 0;
  while (pool.takeShared()) count += 1;
  for (let given = 0; given < count; given += 1) pool.giveShared();
  return count;
}
