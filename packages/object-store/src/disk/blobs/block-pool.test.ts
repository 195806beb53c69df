import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { BlockPool, PendingBytes } from './block-pool.ts';
import { BLOCK_BYTES } from './block-sums.ts';

test('each request may hold one block, and all share a limited number of others', () => {
  const pool = new BlockPool(1);
  const [one, other] = [pool.holder(), pool.holder()];
  const blocks = [one.acquire(), one.acquire()].map((block) => defined(block, 'there is one to share'));
  expect(one.acquire()).toBeUndefined();
  expect(other.acquire()).toBeDefined();
  expect(other.acquire()).toBeUndefined();
  for (const block of blocks) one.release(block);
  expect(other.acquire()).toBeDefined();
});

test('unused blocks are freed after a while, and used ones are not', () => {
  const pool = new BlockPool();
  const blocks = Array.from({ length: 6 }, () => pool.acquire());
  for (const block of blocks) pool.release(block);
  expect(pool.trim()).toBe(0);
  pool.release(pool.acquire());
  expect(pool.trim()).toBe(5 * BLOCK_BYTES);
  expect(blocks.filter(({ length }) => length === BLOCK_BYTES)).toHaveLength(1);
  expect(pool.trim()).toBe(BLOCK_BYTES);
  expect(pool.acquire()).toHaveLength(BLOCK_BYTES);
});

test('pending bytes above one block use the shared limit, up to their maximum, and return it', () => {
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

test('pending bytes may fill one block even if the shared limit is used up', () => {
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
  while (pool.acquireShared()) count += 1;
  for (let given = 0; given < count; given += 1) pool.releaseShared();
  return count;
}
