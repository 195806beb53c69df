import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from '../platform/log/create-log.ts';
import { createActivity } from './activity.ts';
import { startLoop } from './loop.ts';
import { createWake } from './wake.ts';

const PATIENT = { timeout: 60_000, interval: 5 };

function silentLog() {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line: string) => lines.push(line) > 0 } });
  return { log, lines };
}

test('work runs at once and again, never twice at a time, and not after the stop', async () => {
  let rounds = 0;
  let running = 0;
  let most = 0;
  const loop = startLoop({
    name: 'test',
    everyMs: 1,
    log: silentLog().log,
    work: async () => {
      rounds += 1;
      most = Math.max(most, (running += 1));
      await sleep(5);
      running -= 1;
    },
  });
  await expect.poll(() => rounds, PATIENT).toBeGreaterThan(3);
  await loop.stop();
  const atStop = rounds;
  expect(running).toBe(0);
  await sleep(30);
  expect([rounds, most]).toEqual([atStop, 1]);
});

test('a round that fails is logged and does not end the loop', async () => {
  const { log, lines } = silentLog();
  let rounds = 0;
  const loop = startLoop({
    name: 'test',
    everyMs: 5,
    log,
    work: async () => {
      rounds += 1;
      await Promise.resolve();
      if (rounds === 1) throw new Error('no luck');
    },
  });
  await expect.poll(() => rounds, PATIENT).toBeGreaterThan(2);
  await loop.stop();
  expect(lines.filter((line) => line.includes('background_failed'))).toHaveLength(1);
});

test('a stop does not wait for the pause', async () => {
  const loop = startLoop({
    name: 'test',
    everyMs: 60_000,
    log: silentLog().log,
    work: async () => await Promise.resolve(),
  });
  await sleep(10);
  const stopped = loop.stop().then(() => 'stopped');
  expect(await Promise.race([stopped, sleep(1_000, 'paused')])).toBe('stopped');
});

test('work pauses while Coffer is idle, and activity wakes it', async () => {
  const activity = createActivity({ quietAfterMs: 0 });
  let rounds = 0;
  const loop = startLoop({
    name: 'test',
    everyMs: 1,
    rest: { everyMs: 3_600_000, activity },
    log: silentLog().log,
    work: async () => {
      rounds += 1;
      await Promise.resolve();
    },
  });
  await sleep(50);
  expect(rounds).toBe(1);
  activity.note();
  await expect.poll(() => rounds, PATIENT).toBe(2);
  await loop.stop();
});

test('work does not pause during activity', async () => {
  let rounds = 0;
  const loop = startLoop({
    name: 'test',
    everyMs: 1,
    rest: { everyMs: 3_600_000, activity: createActivity() },
    log: silentLog().log,
    work: async () => {
      rounds += 1;
      await Promise.resolve();
    },
  });
  await expect.poll(() => rounds, PATIENT).toBeGreaterThan(3);
  await loop.stop();
});

test('work with more to do does not pause before it is done', async () => {
  let left = 4;
  const loop = startLoop({
    name: 'test',
    everyMs: 1,
    rest: { everyMs: 3_600_000, activity: createActivity({ quietAfterMs: 0 }) },
    log: silentLog().log,
    work: async () => await Promise.resolve((left -= 1)),
  });
  await expect.poll(() => left, PATIENT).toBe(0);
  await sleep(30);
  expect(left).toBe(0);
  await loop.stop();
});

test('a wake ends the pause at once, one during a round the next pause, and many are one round at a time', async () => {
  const wake = createWake();
  const began: number[] = [];
  const loop = startLoop({
    name: 'test',
    everyMs: 3_600_000,
    wake,
    log: silentLog().log,
    work: async () => {
      began.push(performance.now());
      if (began.length === 2) wake.note();
      await Promise.resolve();
    },
  });
  await sleep(300);
  expect(began).toHaveLength(1);
  wake.note();
  await expect.poll(() => began.length, PATIENT).toBe(3);
  for (let count = 0; count < 100; count += 1) {
    wake.note();
    await sleep(5);
  }
  const restsFor = async (ms: number): Promise<boolean> => {
    const before = began.length;
    await sleep(ms);
    return began.length === before;
  };
  await expect.poll(async () => await restsFor(400), PATIENT).toBe(true);
  expect(await restsFor(500), 'the loop ran without a wake').toBe(true);
  const gaps = began.slice(2).map((time, at) => time - (began[at + 1] ?? 0));
  expect(gaps.filter((ms) => ms < 100)).toEqual([]);
  await loop.stop();
});

test('a round that failed is not repeated by a wake, and a stop ends the wait', async () => {
  const wake = createWake();
  let rounds = 0;
  const loop = startLoop({
    name: 'test',
    everyMs: 3_600_000,
    wake,
    log: silentLog().log,
    work: async () => {
      rounds += 1;
      wake.note();
      await Promise.reject(new Error('no luck'));
    },
  });
  await sleep(400);
  wake.note();
  await sleep(300);
  expect(rounds).toBe(1);
  const stopped = loop.stop().then(() => 'stopped');
  expect(await Promise.race([stopped, sleep(1_000, 'paused')])).toBe('stopped');
});
