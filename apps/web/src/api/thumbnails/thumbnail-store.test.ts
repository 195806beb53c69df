import { NodeId, VersionId } from '@coffer/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ThumbnailItem, ThumbnailRequest } from './thumbnails.ts';
import { ThumbnailStore } from './thumbnail-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const file = (number: number) => ({
  nodeId: NodeId.parse(idOf(number)),
  versionId: VersionId.parse(idOf(number)),
});
const READY: ThumbnailItem = {
  state: 'ready',
  width: 4,
  height: 3,
  color: '#102030',
  thumbHash: null,
  small: 'https://store/small',
  large: 'https://store/large',
};
const WANTED: ThumbnailItem = { state: 'wanted' };
const NONE: ThumbnailItem = { state: 'none' };

/** Answers each call with the next of `answers`, and repeats the last one. */
function storeWith(...answers: readonly (ThumbnailItem | undefined)[]) {
  const calls: (readonly ThumbnailRequest[])[] = [];
  const store = new ThumbnailStore({
    ask: (files) => {
      const answer = answers[Math.min(calls.length, answers.length - 1)];
      calls.push(files);
      return Promise.resolve(answer === undefined ? undefined : files.map(() => answer));
    },
  });
  return { store, calls };
}

test('the files of one screen are asked for in one call, and never again while their addresses are valid', async () => {
  const { store, calls } = storeWith(READY);
  const listener = vi.fn<() => void>();
  const stops = [1, 2, 3].map((number) => store.watch(file(number), listener));
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toEqual([[file(1), file(2), file(3)]]);
  expect(listener).toHaveBeenCalledTimes(3);
  expect(store.get(file(2).versionId)).toEqual(READY);
  for (const stop of stops) stop();
  store.watch(file(1), listener);
  await vi.advanceTimersByTimeAsync(40 * 60_000);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(calls).toEqual([expect.anything(), [file(1)]]);
});

test('a file that has left the screen before the call is not asked for', async () => {
  const { store, calls } = storeWith(READY);
  store.watch(file(1), () => undefined)();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual([]);
});

test('a screen with more files than one call takes needs two, one after the other', async () => {
  const { store, calls } = storeWith(READY);
  for (let number = 0; number < 250; number += 1) store.watch(file(number), () => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.map(({ length }) => length)).toEqual([200, 50]);
});

test('a missing thumbnail is requested again with growing delays, and finally given up', async () => {
  const { store, calls } = storeWith(WANTED);
  store.watch(file(1), () => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.length).toBeGreaterThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(calls.length).toBe(41);
});

test('while others of the screen are drawn one by one, the rest is asked for soon', async () => {
  let drawn = 0;
  const calls: number[] = [];
  const store = new ThumbnailStore({
    ask: (files) => {
      calls.push(files.length);
      if (calls.length > 1) drawn += 1;
      return Promise.resolve(
        files.map(({ versionId }) => (Number(versionId.slice(-12)) < drawn ? READY : WANTED)),
      );
    },
  });
  for (let number = 0; number < 10; number += 1) store.watch(file(number), () => undefined);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(calls).toEqual([10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(store.get(file(9).versionId)).toEqual(READY);
});

test('a thumbnail that was drawn meanwhile is shown', async () => {
  const { store } = storeWith(WANTED, undefined, WANTED, READY);
  const listener = vi.fn<() => void>();
  store.watch(file(1), listener);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listener).toHaveBeenCalledOnce();
  expect(store.get(file(1).versionId)).toEqual(READY);
});

test('a file without a thumbnail is asked for once', async () => {
  const { store, calls } = storeWith(NONE);
  const listener = vi.fn<() => void>();
  store.watch(file(1), listener);
  expect(store.get(file(1).versionId)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(store.get(file(1).versionId)).toBeNull();
  expect(listener).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(calls).toHaveLength(1);
});

test('a picture that cannot be loaded is reported once, and given up the second time', async () => {
  const { store, calls } = storeWith(READY, WANTED, READY);
  store.watch(file(1), () => undefined);
  await vi.advanceTimersByTimeAsync(100);
  store.reportLost(file(1).versionId);
  expect(store.get(file(1).versionId)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual([[file(1)], [{ ...file(1), isLost: true }], [file(1)]]);
  expect(store.get(file(1).versionId)).toEqual(READY);
  store.reportLost(file(1).versionId);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.get(file(1).versionId)).toBeNull();
  expect(calls).toHaveLength(3);
});

test('after sign-out no thumbnail of the previous person is left', async () => {
  const { store } = storeWith(READY);
  const listener = vi.fn<() => void>();
  store.watch(file(1), listener);
  await vi.advanceTimersByTimeAsync(100);
  store.clear();
  expect(store.get(file(1).versionId)).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
});
