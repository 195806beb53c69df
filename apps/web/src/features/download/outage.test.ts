import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createWorld, ended, untilIn, type WorldOptions } from './download.world.ts';
import type { DownloadFailure } from './ports.ts';
import { unzippedTexts } from './zip-reader.world.ts';

const TREE = { 'a.txt': 'A', 'b.txt': 'B'.repeat(3_000_000), 'c.txt': 'C' };
const SLOW = { random: 0.999 } as const;

function startUntilOutage(options: WorldOptions = {}) {
  const asked: { readonly name: string; readonly from: number; readonly at: number }[] = [];
  const state = { isDown: true };
  const world = createWorld(TREE, {
    ...SLOW,
    ...options,
    onGet: ({ name, from, count }) => {
      asked.push({ name, from, at: world.clock.now() });
      if (name !== 'b.txt' || !state.isDown) return undefined;
      if (count === 1) return new Response('B'.repeat(1_000_000));
      return count % 2 === 0 ? 'broken' : new Response('starting', { status: 503 });
    },
  });
  world.engine.start(world.roots, 'Files');
  const download = () => world.engine.view()[0];
  return { ...world, world, asked, state, download };
}

test('a download survives a ten-hour outage of the store, retries each minute and fetches nothing twice', async () => {
  const { world, asked, state, download, sinks, clock } = startUntilOutage();
  await untilIn(world, () => clock.now() > 10 * HOUR_MS);
  expect(download()).toMatchObject({ phase: 'running', waitingFor: 'store', doneBytes: 1_000_001 });
  const times = asked.filter(({ name }) => name === 'b.txt').map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(MINUTE_MS + 5 * SECOND_MS);
  expect(times.length).toBeLessThan(10 * 60 + 30);
  state.isDown = false;
  await untilIn(world, () => download()?.phase !== 'running');
  expect(download()).toMatchObject({ phase: 'done', waitingFor: undefined });
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(TREE);
  expect(sinks).toHaveLength(1);
  expect(asked.filter(({ from }) => from === 0).map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

test('a download retries at once when the browser is online or the page visible again', async () => {
  const { world, asked, state, download, engine, clock, stir } = startUntilOutage();
  await untilIn(world, () => clock.now() > HOUR_MS);
  const before = asked.length;
  stir();
  await expect.poll(() => asked.length).toBe(before + 1);
  // A network may need a moment after coming online.
  clock.pass(SECOND_MS);
  await expect.poll(() => asked.length).toBe(before + 2);
  await untilIn(world, () => clock.now() > 2 * HOUR_MS);
  state.isDown = false;
  stir();
  await ended(engine, 'done');
  expect(download()).toMatchObject({ doneBytes: 3_000_002, filesDone: 3 });
});

test('a waiting download can be cancelled', async () => {
  const { world, asked, engine, clock, stir, sinks, download } = startUntilOutage();
  await untilIn(world, () => clock.now() > HOUR_MS);
  engine.dismiss(download()?.id ?? '');
  await expect.poll(() => sinks[0]?.state).toBe('aborted');
  expect(download()).toMatchObject({ phase: 'stopped', waitingFor: undefined });
  const before = asked.length;
  stir();
  clock.pass(HOUR_MS);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(asked.length).toBe(before);
});

const AWAY = ['offline', 'timed_out', 'unreadable_answer', 'database_unavailable'];

test.each([
  ...AWAY.map((code) => ({ code, question: 'onList' as const, phase: 'counting' })),
  ...AWAY.map((code) => ({ code, question: 'onSign' as const, phase: 'running' })),
])('an hour without a server ($code) does not end a download in phase $phase', async (away) => {
  const { code, question, phase } = away;
  const state = { isDown: true };
  const whileDown = (): DownloadFailure | undefined => (state.isDown ? { code } : undefined);
  const world = createWorld({ Trip: TREE }, { ...SLOW, [question]: whileDown });
  const { engine, roots, clock, sinks } = world;
  engine.start(roots, 'Files');
  await untilIn(world, () => clock.now() > HOUR_MS);
  expect(engine.view()).toMatchObject([{ phase, waitingFor: 'server' }]);
  state.isDown = false;
  await untilIn(world, () => engine.view()[0]?.phase === 'done');
  expect(Object.keys(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? [])))).toHaveLength(4);
});

test('a download shows that it waits for a sign-in', async () => {
  const returning = Promise.withResolvers<undefined>();
  const { engine, roots } = createWorld(
    { Trip: TREE },
    { refusals: [{ code: 'not_signed_in' }], returning: returning.promise },
  );
  engine.start(roots, 'Files');
  await expect.poll(() => engine.view()[0]?.waitingFor).toBe('sign_in');
  returning.resolve(undefined);
  expect(await ended(engine, 'done')).toMatchObject({ waitingFor: undefined });
});
