import { expect, test } from 'vitest';
import { createFairSlots, type FairSlots, type Release } from './fair-slots.ts';

function ask(slots: FairSlots, keys: readonly string[]) {
  const granted: string[] = [];
  const held: Release[] = [];
  const answers = keys.map(async (key) => {
    const slot = await slots.acquire(key.slice(0, 1));
    if (!slot.ok) return slot.error.code;
    granted.push(key);
    held.push(slot.value);
    return 'granted';
  });
  return { granted, held, answers };
}

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

test('a key gets its share while slots are free, and the next waiter gets a released slot', async () => {
  const slots = createFairSlots({ slotsMax: 4, slotsPerKeyMax: 2, waitingMax: 10 });
  const { granted, held } = ask(slots, ['a1', 'a2', 'a3', 'a4', 'b1']);
  await settled();
  expect(granted).toEqual(['a1', 'a2', 'b1']);
  held[0]?.();
  held[0]?.();
  await settled();
  expect(granted).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('keys take turns, however many of one key wait', async () => {
  const slots = createFairSlots({ slotsMax: 1, slotsPerKeyMax: 1, waitingMax: 1_000 });
  const many = Array.from({ length: 200 }, (_, index) => `a${index}`);
  const { granted, held } = ask(slots, [...many, 'b1', 'c1', 'b2']);
  for (let turn = 0; turn < 6; turn += 1) {
    await settled();
    held[turn]?.();
  }
  await settled();
  expect(granted).toEqual(['a0', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3']);
});

test('every waiter gets a slot in the end, and none is left over', async () => {
  const slots = createFairSlots({ slotsMax: 3, slotsPerKeyMax: 2, waitingMax: 1_000 });
  let running = 0;
  let most = 0;
  const keys = Array.from({ length: 500 }, (_, index) => `key ${index % 7}`);
  await Promise.all(
    keys.map(async (key) => {
      const slot = await slots.acquire(key);
      if (!slot.ok) throw new Error(slot.error.code);
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
      slot.value();
    }),
  );
  expect(most).toBe(3);
  const { granted } = ask(slots, ['a1', 'a2', 'b1']);
  await settled();
  expect(granted).toEqual(['a1', 'a2', 'b1']);
});

test('a full queue rejects at once: for a key, and for all', async () => {
  const slots = createFairSlots({ slotsMax: 1, slotsPerKeyMax: 1, waitingMax: 3, waitingPerKeyMax: 2 });
  const { granted, held, answers } = ask(slots, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  expect(await answers[3]).toBe('queue_full');
  expect(await answers[5]).toBe('queue_full');
  for (let turn = 0; turn < 4; turn += 1) {
    await settled();
    held[turn]?.();
  }
  expect(granted).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('cancelling leaves the queue, and the next one gets the slot', async () => {
  const slots = createFairSlots({ slotsMax: 1, slotsPerKeyMax: 1, waitingMax: 2 });
  const { held } = ask(slots, ['a1']);
  await settled();
  const giving = new AbortController();
  const givenUp = slots.acquire('b', () => giving.signal);
  const { granted } = ask(slots, ['b2']);
  giving.abort();
  expect(await givenUp).toEqual({ ok: false, error: { code: 'given_up' } });
  expect(await slots.acquire('c', () => giving.signal)).toEqual({ ok: false, error: { code: 'given_up' } });
  held[0]?.();
  await settled();
  expect(granted).toEqual(['b2']);
});
