import { manualClock } from '@coffer/testing';
import { expect, test } from 'vitest';
import { createIdMaker } from './ids.ts';

test('an id is a UUID of version 7 that begins with the milliseconds of its making', () => {
  const newId = createIdMaker(manualClock('2026-11-21T03:09:46.123Z'));
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(
    Date.parse('2026-11-21T03:09:46.123Z'),
  );
});

test('ids ascend within a millisecond, past a full counter, and when the clock is set back', () => {
  const clock = manualClock();
  const newId = createIdMaker(clock);
  const ids = Array.from({ length: 10_000 }, newId);
  clock.advance(-60_000);
  ids.push(...Array.from({ length: 100 }, newId));
  clock.advance(120_000);
  ids.push(newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('two makers with the same clock make different ids', () => {
  const clock = manualClock();
  expect(createIdMaker(clock)()).not.toBe(createIdMaker(clock)());
});

test('the random part of an id never repeats', () => {
  const newId = createIdMaker(manualClock());
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
  const tails = ids.map((id) => BigInt(`0x${id.slice(19).replace('-', '')}`));
  for (let bit = 0n; bit < 62n; bit += 1n) {
    const set = tails.filter((tail) => ((tail >> bit) & 1n) === 1n).length;
    expect(set).toBeGreaterThan(2_000);
    expect(set).toBeLessThan(3_000);
  }
});
