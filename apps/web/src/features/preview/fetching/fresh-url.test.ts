import { expect, test } from 'vitest';
import { createFreshUrl } from './fresh-url.ts';

function freshUrlOf(renew: () => Promise<{ readonly url: string }>) {
  const clock = { nowMs: 1_000 };
  const source = { url: 'first', readAtMs: 0, freshMs: 60_000, renew, now: () => clock.nowMs };
  return { clock, freshUrl: createFreshUrl(source) };
}

test('a URL is renewed when it is old, once for all who ask meanwhile', async () => {
  let renewals = 0;
  const { clock, freshUrl } = freshUrlOf(async () => {
    renewals += 1;
    return await Promise.resolve({ url: `renewed ${renewals}` });
  });
  clock.nowMs = 59_999;
  expect(await freshUrl()).toBe('first');
  clock.nowMs = 60_000;
  expect(await Promise.all([freshUrl(), freshUrl()])).toEqual(['renewed 1', 'renewed 1']);
  clock.nowMs = 119_999;
  expect(await freshUrl()).toBe('renewed 1');
  clock.nowMs = 120_000;
  expect(await freshUrl()).toBe('renewed 2');
});

test('a renewal that fails is tried again at the next call', async () => {
  const answers = [
    Promise.withResolvers<{ readonly url: string }>(),
    Promise.withResolvers<{ readonly url: string }>(),
  ];
  const left = [...answers];
  const { clock, freshUrl } = freshUrlOf(
    async () => await (left.shift()?.promise ?? Promise.reject(new Error('no more'))),
  );
  clock.nowMs = 60_000;
  const first = freshUrl();
  answers[0]?.reject(new Error('offline'));
  await expect(first).rejects.toThrow('offline');
  answers[1]?.resolve({ url: 'second' });
  expect(await freshUrl()).toBe('second');
});
