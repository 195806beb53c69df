import { expect, test } from 'vitest';
import { createCircuitBreaker, createCircuitBreakers } from './circuit-breaker.ts';
import { createClock, passTime, settled } from './clock.world.ts';

const BACKOFF = { firstMs: 1_000, maxMs: 8_000, jitter: 0 };
const AWAY = { code: 'offline' };

function createWorld() {
  const clock = createClock();
  const seen: (string | undefined)[] = [];
  const breaker = createCircuitBreaker({ ...clock, random: Math.random }, BACKOFF, () =>
    seen.push(breaker.failure()?.code),
  );
  const stop = new AbortController();
  const passed: boolean[] = [];
  const call = async (failed = 0): Promise<void> => {
    await settled();
    void breaker.acquire(stop.signal, failed).then((isClosed) => passed.push(isClosed));
    await settled();
  };
  return { clock, breaker, stop, passed, seen, call };
}

test('while closed, all calls pass at once', async () => {
  const { passed, call } = createWorld();
  for (let count = 0; count < 3; count += 1) await call();
  expect(passed).toEqual([true, true, true]);
});

test('while closed, the delay of a failing call grows', async () => {
  const { clock, passed, call } = createWorld();
  await call(1);
  await call(3);
  await passTime(clock, 999);
  expect(passed).toEqual([]);
  await passTime(clock, 1);
  expect(passed).toEqual([true]);
  await passTime(clock, 3_000);
  expect(passed).toEqual([true, true]);
});

test('while open, one probe passes after each of the growing pauses', async () => {
  const { clock, breaker, passed, call } = createWorld();
  breaker.trip(AWAY);
  for (let count = 0; count < 10; count += 1) await call();
  const passedAfter: number[] = [];
  for (const ms of [999, 1, 1_999, 1, 3_999, 1, 7_999, 1, 7_999, 1]) {
    await passTime(clock, ms);
    passedAfter.push(passed.length);
  }
  expect(passedAfter).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
  expect(passed.every((isClosed) => !isClosed)).toBe(true);
});

test('a successful probe lets all waiting calls pass, and the next outage starts with the first delay', async () => {
  const { clock, breaker, passed, call } = createWorld();
  breaker.trip(AWAY);
  for (let count = 0; count < 5; count += 1) await call();
  await passTime(clock, 1_000);
  breaker.reset();
  await settled();
  expect(passed).toEqual([false, true, true, true, true]);
  breaker.trip(AWAY);
  await call();
  await passTime(clock, 1_000);
  expect(passed).toHaveLength(6);
});

test('only the failure of a probe counts as an outage, and a success ends it', async () => {
  const { clock, breaker, seen, call } = createWorld();
  breaker.trip(AWAY);
  breaker.trip({ code: 'timed_out' });
  expect(seen).toEqual([]);
  await call();
  await passTime(clock, 1_000);
  breaker.trip({ code: 'store_unavailable' });
  expect(seen).toEqual(['store_unavailable']);
  breaker.reset();
  expect(seen).toEqual(['store_unavailable', undefined]);
});

test('a hint lets one probe pass at once, and resets the delays', async () => {
  const { clock, breaker, passed, call } = createWorld();
  breaker.trip(AWAY);
  for (let count = 0; count < 5; count += 1) await call();
  await passTime(clock, 1_000);
  await passTime(clock, 2_000);
  expect(passed).toHaveLength(2);
  breaker.retryNow();
  await settled();
  expect(passed).toHaveLength(3);
  await passTime(clock, 1_000);
  expect(passed).toHaveLength(4);
});

test('a waiting call rejects with the reason of its signal', async () => {
  const { breaker, stop } = createWorld();
  breaker.trip(AWAY);
  const waiting = breaker.acquire(stop.signal, 0);
  stop.abort(new DOMException('paused', 'AbortError'));
  await expect(waiting).rejects.toThrow('paused');
});

test('with both services unavailable, calls wait for the store', async () => {
  const clock = createClock();
  const outages: (string | undefined)[] = [];
  const { server, store } = createCircuitBreakers({ ...clock, random: Math.random }, BACKOFF, (failure) =>
    outages.push(failure?.code),
  );
  const { signal } = new AbortController();
  for (const [breaker, code] of [
    [server, 'offline'],
    [store, 'network'],
  ] as const) {
    breaker.trip({ code });
    const probe = breaker.acquire(signal, 0);
    await passTime(clock, 1_000);
    await probe;
    breaker.trip({ code });
  }
  store.reset();
  server.reset();
  expect(outages).toEqual(['offline', 'network', 'offline', undefined]);
});
