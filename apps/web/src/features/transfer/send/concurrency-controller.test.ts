// Simulates a network: connections with bandwidth and latency, a shared bandwidth limit, and a store that may
// refuse.
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

interface Connection {
  readonly bytesPerMs: number;
  readonly roundTripMs: number;
  readonly totalPerMs?: number;
  readonly partBytes?: number;
}

function send(
  bytes: number,
  connection: Connection,
  limitOf: (control: ConcurrencyController) => number = ({ limit }) => limit,
) {
  const partBytes = connection.partBytes ?? 8 * MIB;
  let control = startController(0);
  let remainingBytes = bytes;
  let at = 0;
  let maxActive = 0;
  let probingMs = 0;
  const active: { remaining: number; latencyMs: number }[] = [];
  while (remainingBytes > 0 || active.length > 0) {
    at += STEP_MS;
    while (remainingBytes > 0 && active.length < Math.min(limitOf(control), LIMITS.partsInFlightMax)) {
      active.push({ remaining: Math.min(partBytes, remainingBytes), latencyMs: connection.roundTripMs });
      remainingBytes -= Math.min(partBytes, remainingBytes);
    }
    maxActive = Math.max(maxActive, active.length);
    if (control.limit > LIMITS.requestsInFlightFirst) probingMs += STEP_MS;
    const busy = active.filter((part) => part.latencyMs <= 0).length;
    const share =
      Math.min(connection.bytesPerMs, (connection.totalPerMs ?? Infinity) / Math.max(1, busy)) * STEP_MS;
    for (const part of active) {
      part.latencyMs -= STEP_MS;
      if (part.latencyMs > -STEP_MS) continue;
      const sent = Math.min(share, part.remaining);
      part.remaining -= sent;
      control = onBytes(control, sent, { at, hasFreeSlots: remainingBytes === 0 });
    }
    for (const [index, part] of [...active.entries()].toReversed())
      if (part.remaining <= 0) active.splice(index, 1);
  }
  return { tookMs: at, control, maxActive, probingMs };
}

const FAR: Connection = { bytesPerMs: 5_000, roundTripMs: 60 };

test('with 5 MB/s per connection and 60 ms latency, throughput is at least 3.5 times that of one connection', () => {
  const one = send(256 * MIB, FAR, () => 1);
  const many = send(256 * MIB, FAR);
  expect(one.tookMs / many.tookMs).toBeGreaterThanOrEqual(3.5);
});

test('the limit never exceeds six', () => {
  expect(send(512 * MIB, FAR).control.limit).toBeLessThanOrEqual(LIMITS.requestsInFlightMax);
  expect(send(512 * MIB, FAR).maxActive).toBe(LIMITS.partsInFlightMax);
});

test('on a saturated network the limit stays low and probes one more only occasionally', () => {
  for (const filledBy of [1, 2, 4]) {
    const totalPerMs = filledBy * FAR.bytesPerMs;
    const { control, tookMs, probingMs } = send(512 * MIB, { ...FAR, totalPerMs });
    expect(control.limit).toBeLessThan(LIMITS.requestsInFlightMax);
    expect(probingMs / tookMs).toBeLessThan(0.2);
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
