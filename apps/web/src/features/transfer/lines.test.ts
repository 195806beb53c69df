import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { type Cargo, createLines, type Line } from './lines.ts';

const forever = new AbortController().signal;

/** Asks for `count` lines and collects those that are given at once. */
async function askFor(lines: ReturnType<typeof createLines>, cargo: Cargo, count: number): Promise<Line[]> {
  const given: Line[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    void lines.take(cargo, forever).then((line) => given.push(line));
  }
  await Promise.resolve();
  await Promise.resolve();
  return given;
}

test('the first lines are four; a small file does not wait for the parts that hold them', async () => {
  const lines = createLines(() => 0);
  const parts = await askFor(lines, 'part', 6);
  expect(parts).toHaveLength(LIMITS.requestsInFlightFirst);
  const files = await askFor(lines, 'file', 3);
  expect(files).toHaveLength(1);
});

test('a line that is given back goes to the kind that has fewer', async () => {
  const lines = createLines(() => 0);
  const parts = await askFor(lines, 'part', 8);
  const files = await askFor(lines, 'file', 6);
  expect([parts.length, files.length]).toEqual([4, 1]);
  // One too many: it is not given on.
  parts[0]?.free('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([4, 1]);
  parts[1]?.free('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([4, 2]);
  parts[2]?.free('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([5, 2]);
  files[0]?.free('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([5, 3]);
});

test('a line is given back once, however often it is said', async () => {
  const lines = createLines(() => 0);
  const parts = await askFor(lines, 'part', 6);
  parts[0]?.free('stored');
  parts[0]?.free('refused');
  await Promise.resolve();
  expect(parts).toHaveLength(5);
});

test('a line more is given as soon as it is found to pay, before another is free', async () => {
  let at = 0;
  const lines = createLines(() => at);
  const parts = await askFor(lines, 'part', 5);
  expect(parts).toHaveLength(LIMITS.requestsInFlightFirst);
  for (let step = 1; step <= 8; step += 1) {
    at += 100;
    for (const part of parts.slice(0, 4)) part.moved(step * MIB);
  }
  await Promise.resolve();
  await Promise.resolve();
  expect(parts).toHaveLength(LIMITS.requestsInFlightFirst + 1);
});

test('a part that only waits for its answer leaves its place to the next, and five are under way at most', async () => {
  const lines = createLines(() => 0);
  const parts = await askFor(lines, 'part', 7);
  expect(parts).toHaveLength(4);
  for (const part of parts.slice(0, 4)) {
    part.emptied();
    part.emptied();
  }
  await Promise.resolve();
  expect(parts).toHaveLength(LIMITS.partsInFlightMax);
  parts[0]?.free('stored');
  await Promise.resolve();
  expect(parts).toHaveLength(LIMITS.partsInFlightMax + 1);
});

test('while the store asks for less, parts that wait for their answers count', async () => {
  const lines = createLines(() => 0);
  const parts = await askFor(lines, 'part', 7);
  parts[0]?.free('congested');
  for (const part of parts.slice(1)) part.emptied();
  await Promise.resolve();
  expect(parts).toHaveLength(4);
});

test('who gives up waiting takes no line', async () => {
  const lines = createLines(() => 0);
  const parts = await askFor(lines, 'part', 4);
  const stop = new AbortController();
  const given = lines.take('part', stop.signal);
  stop.abort(new Error('gave up'));
  await expect(given).rejects.toThrow('gave up');
  parts[0]?.free('stored');
  expect(await askFor(lines, 'part', 1)).toHaveLength(1);
});
