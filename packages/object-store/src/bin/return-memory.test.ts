import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { collectGarbage, createMemoryReturn } from './return-memory.ts';

test('unused blocks are freed every time, and garbage is collected once, in the first idle period after a busy one', () => {
  let utilization = 0;
  let [trims, collections] = [0, 0];
  const look = createMemoryReturn({
    utilization: () => utilization,
    collect: () => (collections += 1),
    pool: { trim: () => (trims += 1) },
  });
  const counts = [0, 0.5, 0.9, 0.02, 0, 0.2, 0.01].map((next) => {
    utilization = next;
    look();
    return collections;
  });
  expect(counts).toEqual([0, 0, 0, 1, 1, 1, 2]);
  expect(trims).toBe(7);
});

test('a collection frees unreferenced memory', async () => {
  const before = heapWithObjects();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 10 * MIB);
});

function heapWithObjects(): number {
  const held = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  const { heapUsed } = process.memoryUsage();
  return held.length === 0 ? 0 : heapUsed;
}
