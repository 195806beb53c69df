import { err, MIB, MINUTE_MS, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { TransferApi, TransferPorts } from '../send/ports.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from './entries.world.ts';
import { createWorld, pause, settled, until } from './transfer.world.ts';

type Away = 'server' | 'store' | 'worker';
type Call = (...given: never[]) => Promise<unknown>;

function createClock() {
  let nowMs = 0;
  let lastAskedAt = 0;
  const sleepers = new Map<() => void, number>();
  const timer = setInterval(() => {
    if (Date.now() - lastAskedAt < 20) return;
    const dueMs = Math.min(...sleepers.values());
    if (!Number.isFinite(dueMs)) return;
    nowMs = Math.max(nowMs, dueMs);
    for (const [wake, at] of sleepers) if (at <= nowMs) wake();
  }, 5);
  const sleep: TransferPorts['sleep'] = async (ms, signal) => {
    signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        sleepers.delete(wake);
        resolve();
      };
      sleepers.set(wake, nowMs + ms);
      signal.addEventListener('abort', wake, { once: true });
    });
    signal.throwIfAborted();
  };
  return {
    now: () => nowMs,
    sleep,
    asked: () => {
      lastAskedAt = Date.now();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function createOutage(away: readonly Away[], lengthMs: number) {
  const world = createWorld();
  const clock = createClock();
  const questions = { server: 0, store: 0, worker: 0 };
  let endsAt: number | undefined;
  let comeBack: (() => void) | undefined;
  const isAway = (one: Away): boolean => {
    clock.asked();
    const is = away.includes(one) && endsAt !== undefined && clock.now() < endsAt;
    if (is) questions[one] += 1;
    return is;
  };
  const through =
    (call: Call): Call =>
    async (...given) =>
      isAway('server') ? err({ code: 'offline' }) : await call(...given);
  const calls = Object.entries(world.ports.api).map(([name, call]) => [name, through(call)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each call is the one of its name
  const api = Object.fromEntries(calls) as unknown as TransferApi;
  const engine = createTransferEngine({
    ...world.ports,
    api,
    reachServer: async () => (isAway('server') ? err({ code: 'offline' }) : ok(undefined)),
    hash: async (...given) => {
      if (isAway('worker')) throw new DOMException('the worker failed', 'OperationError');
      return await world.ports.hash(...given);
    },
    sleep: clock.sleep,
    now: clock.now,
    put: async (...given) => (isAway('store') ? { kind: 'unreachable' } : await world.ports.put(...given)),
    onRetryHint: (listener) => {
      comeBack = listener;
    },
  });
  return {
    world,
    engine,
    questions,
    begin: () => {
      endsAt = clock.now() + lengthMs;
    },
    end: () => {
      endsAt = undefined;
    },
    comeBack: () => comeBack?.(),
    waitedMs: clock.now,
    [Symbol.dispose]: () => clock[Symbol.dispose](),
  };
}

const BROUGHT = [
  file(['film.bin'], Buffer.alloc(60 * MIB, 1)),
  ...Array.from({ length: 100 }, (_, index) => file([`${index}.txt`], `content ${index}`)),
];

test.each([
  { away: ['server'], says: 'server' },
  { away: ['store'], says: 'store' },
  { away: ['server', 'store'], says: /server|store/ },
] as const)('ten minutes without $away end nothing, and few requests are sent', async ({ away, says }) => {
  using outage = createOutage(away, 10 * MINUTE_MS);
  const { world, engine, questions } = outage;
  world.afterPut(2, () => outage.begin());
  const said = new Set<string>();
  engine.subscribe(() => said.add(trayViewOf(engine.view()).unavailable ?? 'nothing'));
  engine.add(target, BROUGHT);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 101, failed: 0, open: 0 });
  expect(outage.waitedMs()).toBeGreaterThan(10 * MINUTE_MS);
  for (const one of away) expect(questions[one], `questions to the ${one}`).toBeLessThan(60);
  expect([...said].filter((one) => one !== 'nothing').join()).toMatch(says);
  expect(trayViewOf(engine.view()).unavailable).toBeUndefined();
  expect(world.sentTwice()).toEqual([]);
  expect(world.created).toBe(101);
});

test.each(['the browser is back', 'the person tries again'])(
  'waiting uploads retry at once when %s',
  async (what) => {
    using outage = createOutage(['server', 'store'], Infinity);
    const { engine, questions } = outage;
    outage.world.afterPut(2, () => outage.begin());
    engine.add(target, BROUGHT);
    await until(
      () => outage.waitedMs() > 5 * MINUTE_MS && trayViewOf(engine.view()).unavailable !== undefined,
    );
    const before = questions.server + questions.store;
    outage.end();
    const fromMs = outage.waitedMs();
    if (what === 'the browser is back') outage.comeBack();
    else engine.retryAll();
    await settled(engine);
    expect(engine.view().summary).toMatchObject({ done: 101, failed: 0 });
    expect(questions.server + questions.store).toBe(before);
    expect(outage.waitedMs() - fromMs).toBeLessThan(MINUTE_MS / 2);
  },
);

test('waiting uploads can be paused and cancelled', async () => {
  using outage = createOutage(['server', 'store'], Infinity);
  const { engine, questions } = outage;
  outage.world.afterPut(2, () => outage.begin());
  engine.add(target, BROUGHT.slice(0, 1));
  await until(() => trayViewOf(engine.view()).unavailable !== undefined);
  engine.pauseAll();
  expect(engine.view().summary).toMatchObject({ paused: 1, running: 0 });
  await pause(50);
  const asked = questions.server + questions.store;
  await pause(200);
  expect(questions.server + questions.store).toBe(asked);
  engine.cancelAll();
  expect(engine.view().summary).toMatchObject({ open: 0, paused: 0 });
});

test('a worker whose code the unreachable server cannot deliver is waited for', async () => {
  using outage = createOutage(['server', 'worker'], 10 * MINUTE_MS);
  const { engine, questions } = outage;
  outage.begin();
  engine.add(target, [file(['a.txt'], 'a')]);
  await until(() => trayViewOf(engine.view()).unavailable === 'server');
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1, failed: 0 });
  expect(questions.worker).toBeGreaterThan(1);
});

test('a worker that fails although the server answers is not retried', async () => {
  using outage = createOutage(['worker'], Infinity);
  const { engine } = outage;
  outage.begin();
  engine.add(target, [file(['a.txt'], 'a')]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 0, failed: 1 });
  expect(outage.questions.worker).toBeLessThan(10);
});
