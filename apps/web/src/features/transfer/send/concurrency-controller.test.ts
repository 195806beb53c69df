// A simulated network: connections with speed and latency, a common ceiling, and a store that may refuse.
import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import {
  onOverload,
  type ConcurrencyController,
  onBytes,
  startController,
} from './concurrency-controller.ts';

const STEP_MS = 10;

interface Line {
  readonly bytesPerMs: number;
  readonly roundTripMs: number;
  readonly totalPerMs?: number;
  readonly partBytes?: number;
}

function send(
  bytes: number,
  line: Line,
  limitOf: (control: ConcurrencyController) => number = ({ limit }) => limit,
) {
  const partBytes = line.partBytes ?? 8 * MIB;
  let control = startController(0);
  let left = bytes;
  let at = 0;
  let most = 0;
  let aboveMs = 0;
  const under: { rest: number; quietMs: number }[] = [];
  while (left > 0 || under.length > 0) {
    at += STEP_MS;
    while (left > 0 && under.length < Math.min(limitOf(control), LIMITS.partsInFlightMax)) {
      under.push({ rest: Math.min(partBytes, left), quietMs: line.roundTripMs });
      left -= Math.min(partBytes, left);
    }
    most = Math.max(most, under.length);
    if (control.limit > LIMITS.requestsInFlightFirst) aboveMs += STEP_MS;
    const busy = under.filter((part) => part.quietMs <= 0).length;
    const share = Math.min(line.bytesPerMs, (line.totalPerMs ?? Infinity) / Math.max(1, busy)) * STEP_MS;
    for (const part of under) {
      part.quietMs -= STEP_MS;
      if (part.quietMs > -STEP_MS) continue;
      const gone = Math.min(share, part.rest);
      part.rest -= gone;
      control = onBytes(control, gone, { at, hasFreeSlots: left === 0 });
    }
    for (const [index, part] of [...under.entries()].toReversed()) if (part.rest <= 0) under.splice(index, 1);
  }
  return { tookMs: at, control, most, aboveMs };
}

const FAR: Line = { bytesPerMs: 5_000, roundTripMs: 60 };

test('with 5 MB/s per connection and 60 ms latency, throughput is at least 3.5 times that of one connection', () => {
  const one = send(256 * MIB, FAR, () => 1);
  const many = send(256 * MIB, FAR);
  expect(one.tookMs / many.tookMs).toBeGreaterThanOrEqual(3.5);
});

test('the limit never exceeds six', () => {
  expect(send(512 * MIB, FAR).control.limit).toBeLessThanOrEqual(LIMITS.requestsInFlightMax);
  expect(send(512 * MIB, FAR).most).toBe(LIMITS.partsInFlightMax);
});

test('on a saturated network the limit stays low and probes one more only occasionally', () => {
  for (const filledBy of [1, 2, 4]) {
    const totalPerMs = filledBy * FAR.bytesPerMs;
    const { control, tookMs, aboveMs } = send(512 * MIB, { ...FAR, totalPerMs });
    expect(control.limit).toBeLessThan(LIMITS.requestsInFlightMax);
    expect(aboveMs / tookMs).toBeLessThan(0.2);
  }
});

test('a file of a dozen parts has enough connections from the start', () => {
  const one = send(96 * MIB, FAR, () => 1);
  expect(one.tookMs / send(96 * MIB, FAR).tookMs).toBeGreaterThanOrEqual(3.5);
});

test('an overload halves the limit once per cause, and later it grows again', () => {
  let control = { ...startController(0), limit: 6 };
  control = onOverload(control, 1_000);
  control = onOverload(control, 1_010);
  expect(control.limit).toBe(3);
  control = onOverload(control, 60_000);
  expect(control.limit).toBe(1);
  control = onOverload(control, 120_000);
  expect(control.limit).toBe(1);
  for (let at = 130_000; at < 140_000; at += 100)
    control = onBytes(control, control.limit * MIB, { at, hasFreeSlots: false });
  expect(control.limit).toBe(LIMITS.requestsInFlightMax);
});

test('bytes sent while slots are free do not change the limit', () => {
  let control = startController(0);
  for (let at = 100; at < 10_000; at += 100) control = onBytes(control, MIB, { at, hasFreeSlots: true });
  expect(control.limit).toBe(LIMITS.requestsInFlightFirst);
});

test('a very slow network is measured over a longer window', () => {
  let control = startController(0);
  control = onBytes(control, 200_000, { at: 600, hasFreeSlots: false });
  expect(control.limit).toBe(LIMITS.requestsInFlightFirst);
});
