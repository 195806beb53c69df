import { err, HOUR_MS, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { expect, test } from 'vitest';
import { type CallFailure, isTemporary } from './call-failure.ts';
import { createCircuitBreakers } from './circuit-breaker.ts';
import { createClock, passTime, settled } from './clock.world.ts';
import { retryUntilAvailable } from './retry-until-available.ts';

type Answer = Result<string, CallFailure>;

function createWorld(answerAt: (call: number, nowMs: number) => Answer) {
  const clock = createClock();
  const breakers = createCircuitBreakers(
    { ...clock, random: () => 0 },
    { firstMs: 1_000, maxMs: MINUTE_MS, jitter: 0 },
  );
  const stop = new AbortController();
  const signIns: (() => void)[] = [];
  const ports = {
    breakers,
    sleep: clock.sleep,
    untilSignedIn: () => new Promise<void>((resolve) => signIns.push(resolve)),
  };
  const asked: number[] = [];
  const waits: string[] = [];
  const onWait = ({ code }: CallFailure): void => void waits.push(code);
  const call = (): Promise<Answer> => {
    asked.push(clock.now());
    return Promise.resolve(answerAt(asked.length, clock.now()));
  };
  const start = (isWorthRepeating?: (failure: CallFailure) => boolean) => {
    const state: { answer?: Answer; error?: unknown } = {};
    retryUntilAvailable({ ports, signal: stop.signal, onWait }, call, isWorthRepeating).then(
      (answer) => (state.answer = answer),
      (error: unknown) => (state.error = error),
    );
    return state;
  };
  const passUntil = async (isSo: () => boolean): Promise<void> => {
    await settled();
    for (let seconds = 0; seconds < 10_000; seconds += 1) {
      if (isSo()) return;
      await passTime(clock, 1_000);
    }
    throw new Error('the expected state was not reached');
  };
  return { clock, breakers, asked, waits, signIns, start, stop, passUntil };
}

test('an outage of an hour ends no call, with one probe a minute', async () => {
  const world = createWorld((_, nowMs) => (nowMs < HOUR_MS ? err({ code: 'offline' }) : ok('here')));
  const state = world.start();
  await world.passUntil(() => state.answer !== undefined);
  expect(state.answer).toEqual(ok('here'));
  expect(world.asked.length).toBeLessThan(70);
  expect(new Set(world.waits)).toEqual(new Set(['offline']));
});

test('a call that alone keeps failing gives up', async () => {
  const world = createWorld(() => err({ code: 'store_unavailable' }));
  const state = world.start();
  const reset = (): void => world.breakers.server.reset();
  await world.passUntil(() => {
    reset();
    return state.answer !== undefined;
  });
  expect(state.answer).toEqual(err({ code: 'store_unavailable' }));
  expect(world.asked).toHaveLength(12);
});

test('a retry waits as long as Retry-After says, but at most two minutes', async () => {
  const world = createWorld((call) =>
    call > 2 ? ok('here') : err({ code: 'rate_limited', status: 429, retryAfterMs: call * 90_000 }),
  );
  const state = world.start();
  await world.passUntil(() => state.answer !== undefined);
  expect(world.asked).toEqual([0, 90_000, 210_000]);
});

test('a failure worth repeating is repeated a few times, any other not at all', async () => {
  const world = createWorld(() => err({ code: 'checksum_mismatch' }));
  const repeated = world.start(({ code }) => code === 'checksum_mismatch');
  await world.passUntil(() => repeated.answer !== undefined);
  expect(world.asked).toHaveLength(6);
  const final = world.start(() => false);
  await settled();
  expect(final.answer).toEqual(err({ code: 'checksum_mismatch' }));
  expect(world.asked).toHaveLength(7);
});

test('a call without a session waits for the next sign-in', async () => {
  const world = createWorld((call) => (call === 1 ? err({ code: 'not_signed_in' }) : ok('here')));
  const state = world.start();
  await passTime(world.clock, HOUR_MS);
  expect([world.asked.length, world.waits]).toEqual([1, ['not_signed_in']]);
  for (const signIn of world.signIns) signIn();
  await settled();
  expect(state.answer).toEqual(ok('here'));
});

test('a call that was stopped while it waits rejects with the reason', async () => {
  const world = createWorld(() => err({ code: 'offline' }));
  const state = world.start();
  await settled();
  world.stop.abort(new DOMException('paused', 'AbortError'));
  await settled();
  expect(state.error).toBe(world.stop.signal.reason);
  await passTime(world.clock, HOUR_MS);
  expect(world.asked).toHaveLength(1);
});

test.each<[CallFailure, boolean]>([
  [{ code: 'offline' }, true],
  [{ code: 'network' }, true],
  [{ code: 'database_unavailable', status: 503 }, true],
  [{ code: 'rate_limited', status: 429 }, true],
  [{ code: 'unreadable_answer', status: 502 }, true],
  [{ code: 'unreadable_answer', status: 413 }, false],
  [{ code: 'name_taken', status: 409 }, false],
  [{ code: 'factor_unavailable', status: 409 }, false],
])('%j is temporary: %s', (failure, is) => {
  expect(isTemporary(failure)).toBe(is);
});
