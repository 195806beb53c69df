import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('a few run concurrently, and a failure does not stop the others', async () => {
  let running = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, index) => index);
  const { done, failures } = await inTurns(items, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (item % 5 === 0) throw new Error(`not ${item}`);
    return item * 2;
  });
  expect(done).toEqual(items.filter((item) => item % 5 !== 0).map((item) => item * 2));
  expect(failures.map(({ cause }) => cause)).toEqual([0, 5, 10, 15].map((item) => new Error(`not ${item}`)));
  expect(most).toBe(6);
});
