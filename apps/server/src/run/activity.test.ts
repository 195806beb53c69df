import { expect, test } from 'vitest';
import { createActivity } from './activity.ts';

const HOUR = 3_600_000;
const running = (): AbortSignal => new AbortController().signal;

test('work pauses only after some time without activity', async () => {
  let nowMs = 0;
  const activity = createActivity({ quietAfterMs: 1_000, now: () => nowMs });
  nowMs = 999;
  expect(await activity.waitWhileQuiet(HOUR, running())).toBe(false);
  nowMs = 1_000;
  let isWaiting = true;
  const quiet = activity.waitWhileQuiet(20, running()).finally(() => {
    isWaiting = false;
  });
  await Promise.resolve();
  expect(isWaiting).toBe(true);
  expect(await quiet).toBe(false);
  activity.note();
  nowMs = 1_999;
  expect(await activity.waitWhileQuiet(HOUR, running())).toBe(false);
});

test('activity wakes all waiters, and so does a stop', async () => {
  const activity = createActivity({ quietAfterMs: 0 });
  const stopping = new AbortController();
  const waiting = [1, 2, 3].map(async () => await activity.waitWhileQuiet(HOUR, running()));
  activity.note();
  expect(await Promise.all(waiting)).toEqual([true, true, true]);
  const stopped = activity.waitWhileQuiet(HOUR, stopping.signal);
  stopping.abort();
  expect(await stopped).toBe(false);
  expect(await activity.waitWhileQuiet(HOUR, stopping.signal)).toBe(false);
});
