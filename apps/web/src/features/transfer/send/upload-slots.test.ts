import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { type SlotKind, createUploadSlots, type UploadSlot } from './upload-slots.ts';

const forever = new AbortController().signal;

async function acquire(
  slots: ReturnType<typeof createUploadSlots>,
  kind: SlotKind,
  count: number,
): Promise<UploadSlot[]> {
  const acquired: UploadSlot[] = [];
  for (let requested = 0; requested < count; requested += 1) {
    void slots.acquire(kind, forever).then((slot) => acquired.push(slot));
  }
  await Promise.resolve();
  await Promise.resolve();
  return acquired;
}

test('there are four slots at first, and a small file does not wait for parts', async () => {
  const slots = createUploadSlots(() => 0);
  const parts = await acquire(slots, 'part', 6);
  expect(parts).toHaveLength(LIMITS.requestsInFlightFirst);
  const files = await acquire(slots, 'file', 3);
  expect(files).toHaveLength(1);
});

test('a released slot goes to the kind with fewer requests', async () => {
  const slots = createUploadSlots(() => 0);
  const parts = await acquire(slots, 'part', 8);
  const files = await acquire(slots, 'file', 6);
  expect([parts.length, files.length]).toEqual([4, 1]);
  parts[0]?.release('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([4, 1]);
  parts[1]?.release('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([4, 2]);
  parts[2]?.release('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([5, 2]);
  files[0]?.release('stored');
  await Promise.resolve();
  expect([parts.length, files.length]).toEqual([5, 3]);
});

test('a slot is released only once', async () => {
  const slots = createUploadSlots(() => 0);
  const parts = await acquire(slots, 'part', 6);
  parts[0]?.release('stored');
  parts[0]?.release('refused');
  await Promise.resolve();
  expect(parts).toHaveLength(5);
});

test('a new slot is granted as soon as throughput grows', async () => {
  let at = 0;
  const slots = createUploadSlots(() => at);
  const parts = await acquire(slots, 'part', 5);
  expect(parts).toHaveLength(LIMITS.requestsInFlightFirst);
  for (let step = 1; step <= 8; step += 1) {
    at += 100;
    for (const part of parts.slice(0, 4)) part.onBytes(step * MIB);
  }
  await Promise.resolve();
  await Promise.resolve();
  expect(parts).toHaveLength(LIMITS.requestsInFlightFirst + 1);
});

test('a part that waits for its answer frees its slot, with five requests at most', async () => {
  const slots = createUploadSlots(() => 0);
  const parts = await acquire(slots, 'part', 7);
  expect(parts).toHaveLength(4);
  for (const part of parts.slice(0, 4)) {
    part.onBodySent();
    part.onBodySent();
  }
  await Promise.resolve();
  expect(parts).toHaveLength(LIMITS.partsInFlightMax);
  parts[0]?.release('stored');
  await Promise.resolve();
  expect(parts).toHaveLength(LIMITS.partsInFlightMax + 1);
});

test('while the store is overloaded, parts that wait for their answers keep their slots', async () => {
  const slots = createUploadSlots(() => 0);
  const parts = await acquire(slots, 'part', 7);
  parts[0]?.release('overloaded');
  for (const part of parts.slice(1)) part.onBodySent();
  await Promise.resolve();
  expect(parts).toHaveLength(4);
});

test('an aborted wait takes no slot', async () => {
  const slots = createUploadSlots(() => 0);
  const parts = await acquire(slots, 'part', 4);
  const stop = new AbortController();
  const acquired = slots.acquire('part', stop.signal);
  stop.abort(new Error('gave up'));
  await expect(acquired).rejects.toThrow('gave up');
  parts[0]?.release('stored');
  expect(await acquire(slots, 'part', 1)).toHaveLength(1);
});
