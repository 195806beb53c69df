import { err, MIB, MINUTE_MS, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { TransferApi, TransferPorts } from '../send/ports.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from './entries.world.ts';
import { createWorld, pause, settled, until } from './transfer.world.ts';

type Service = 'server' | 'store' | 'worker';
type Call = (...args: never[]) => Promise<unknown>;

function createClock() {
  let nowMs = 0;
  let lastCallAt = 0;
  const sleepers = new Map<() => void, number>();
  const timer = setInterval(() => {
    if (Date.now() - lastCallAt < 20) return;
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
    recordCall: () => {
      lastCallAt = Date.now();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function createOutage(unavailable: readonly Service[], lengthMs: number) {
  const world = createWorld();
  const clock = createClock();
  const requests = { server: 0, store: 0, worker: 0 };
  let endsAt: number | undefined;
  let retryHint: (() => void) | undefined;
  const isUnavailable = (one: Service): boolean => {
    clock.recordCall();
    const is = unavailable.includes(one) && endsAt !== undefined && clock.now() < endsAt;
    if (is) requests[one] += 1;
    return is;
  };
  const unlessUnavailable =
    (call: Call): Call =>
    async (...args) =>
      isUnavailable('server') ? err({ code: 'offline' }) : await call(...args);
  const calls = Object.entries(world.ports.api).map(([name, call]) => [name, unlessUnavailable(call)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each function has the type of the member with its name
  const api = Object.fromEntries(calls) as unknown as TransferApi;
  const engine = createTransferEngine({
    ...world.ports,
    api,
    reachServer: async () => (isUnavailable('server') ? err({ code: 'offline' }) : ok(undefined)),
    hash: async (...args) => {
      if (isUnavailable('worker')) throw new DOMException('the worker failed', 'OperationError');
      return await world.ports.hash(...args);
    },
    sleep: clock.sleep,
    now: clock.now,
    put: async (...args) =>
      isUnavailable('store') ? { kind: 'unreachable' } : await world.ports.put(...args),
    onRetryHint: (listener) => {
      retryHint = listener;
    },
  });
  return {
    world,
    engine,
    requests,
    begin: () => {
      endsAt = clock.now() + lengthMs;
    },
    end: () => {
      endsAt = undefined;
    },
    retryHint: () => retryHint?.(),
    waitedMs: clock.now,
    [Symbol.dispose]: () => clock[Symbol.dispose](),
  };
}

const ENTRIES = [
  file(['film.bin'], Buffer.alloc(60 * MIB, 1)),
  ...Array.from({ length: 100 }, (_, index) => file([`${index}.txt`], `content ${index}`)),
];

test.each([
  { unavailable: ['server'], expected: 'server' },
  { unavailable: ['store'], expected: 'store' },
  { unavailable: ['server', 'store'], expected: /server|store/ },
] as const)(
  'ten minutes without $unavailable end nothing, and few requests are sent',
  async ({ unavailable, expected }) => {
    using outage = createOutage(unavailable, 10 * MINUTE_MS);
    const { world, engine, requests } = outage;
    world.afterPut(2, () => outage.begin());
    const shown = new Set<string>();
    engine.subscribe(() => shown.add(trayViewOf(engine.view()).unavailable ?? 'nothing'));
    engine.add(target, ENTRIES);
    await settled(engine);
    expect(engine.view().summary).toMatchObject({ done: 101, failed: 0, open: 0 });
    expect(outage.waitedMs()).toBeGreaterThan(10 * MINUTE_MS);
    for (const one of unavailable) expect(requests[one], `too many requests to the ${one}`).toBeLessThan(60);
    expect([...shown].filter((one) => one !== 'nothing').join()).toMatch(expected);
    expect(trayViewOf(engine.view()).unavailable).toBeUndefined();
    expect(world.sentTwice()).toEqual([]);
    expect(world.created).toBe(101);
  },
);

test.each(['the browser is back', 'the person tries again'])(
  'waiting uploads retry at once when %s',
  async (what) => {
    using outage = createOutage(['server', 'store'], Infinity);
    const { engine, requests } = outage;
    outage.world.afterPut(2, () => outage.begin());
    engine.add(target, ENTRIES);
    await until(
      () => outage.waitedMs() > 5 * MINUTE_MS && trayViewOf(engine.view()).unavailable !== undefined,
    );
    const before = requests.server + requests.store;
    outage.end();
    const fromMs = outage.waitedMs();
    if (what === 'the browser is back') outage.retryHint();
    else engine.retryAll();
    await settled(engine);
    expect(engine.view().summary).toMatchObject({ done: 101, failed: 0 });
    expect(requests.server + requests.store).toBe(before);
    expect(outage.waitedMs() - fromMs).toBeLessThan(MINUTE_MS / 2);
  },
);

test('waiting uploads can be paused and cancelled', async () => {
  using outage = createOutage(['server', 'store'], Infinity);
  const { engine, requests } = outage;
  outage.world.afterPut(2, () => outage.begin());
  engine.add(target, ENTRIES.slice(0, 1));
  await until(() => trayViewOf(engine.view()).unavailable !== undefined);
  engine.pauseAll();
  expect(engine.view().summary).toMatchObject({ paused: 1, running: 0 });
  await pause(50);
  const before = requests.server + requests.store;
  await pause(200);
  expect(requests.server + requests.store).toBe(before);
  engine.cancelAll();
  expect(engine.view().summary).toMatchObject({ open: 0, paused: 0 });
});

test('a worker whose code the unreachable server cannot deliver is waited for', async () => {
  using outage = createOutage(['server', 'worker'], 10 * MINUTE_MS);
  const { engine, requests } = outage;
  outage.begin();
  engine.add(target, [file(['a.txt'], 'a')]);
  await until(() => trayViewOf(engine.view()).unavailable === 'server');
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1, failed: 0 });
  expect(requests.worker).toBeGreaterThan(1);
});

test('a worker that fails although the server answers is not retried', async () => {
  using outage = createOutage(['worker'], Infinity);
  const { engine } = outage;
  outage.begin();
  engine.add(target, [file(['a.txt'], 'a')]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 0, failed: 1 });
  expect(outage.requests.worker).toBeLessThan(10);
});
