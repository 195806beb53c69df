import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure, localError } from './error.ts';
import { makeQueryCache, type QueryCache } from './query-cache.ts';
import { retryFailed } from './retry-failed.ts';

let cache: QueryCache;
let stop: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  cache = makeQueryCache();
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  cache.clear();
  vi.useRealTimers();
});

type Code = Parameters<typeof localError>[0];

/** Mounts a query that fails with the code of `codeAt`, and resolves to `here` once there is no code. */
function show(key: string, codeAt: () => Code | undefined) {
  const read = vi.fn<() => Promise<string>>(async () => {
    await Promise.resolve();
    const code = codeAt();
    if (code !== undefined) throw new ApiFailure(localError(code));
    return 'here';
  });
  const observer = new QueryObserver(cache, { queryKey: [key], queryFn: read });
  const leave = observer.subscribe(() => undefined);
  return { leave, data: () => observer.getCurrentResult().data, count: () => read.mock.calls.length };
}

test('what the database could not answer is there once it is back, and is asked for no more', async () => {
  let code: Code | undefined = 'database_unavailable';
  retryFailed(cache, stop.signal);
  const list = show('list', () => code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(list.data()).toBeUndefined();
  expect(list.count()).toBeGreaterThan(3);
  expect(list.count()).toBeLessThan(10);
  code = undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(list.data()).toBe('here');
  const asked = list.count();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(list.count()).toBe(asked);
});

test('a final refusal, and what is no longer on the screen, are not asked for again', async () => {
  const refused = show('refused', () => 'not_allowed');
  const left = show('left', () => 'store_unavailable');
  await vi.advanceTimersByTimeAsync(1);
  retryFailed(cache, stop.signal);
  left.leave();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([refused.count(), left.count()]).toEqual([1, 1]);
});

test('nothing is asked for after the end of the session', async () => {
  retryFailed(cache, stop.signal);
  const list = show('list', () => 'offline');
  await vi.advanceTimersByTimeAsync(1);
  stop.abort();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(list.count()).toBe(1);
});
