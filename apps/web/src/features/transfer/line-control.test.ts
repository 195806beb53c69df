// The controller on a played line: connections of a given speed and latency, a common ceiling, and a store that may say no.
import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { congested, type LineControl, moved, startControl } from './line-control.ts';

const STEP_MS = 10;

interface Line {
  readonly bytesPerMs: number;
  readonly roundTripMs: number;
  readonly totalPerMs?: number;
  readonly partBytes?: number;
}

/** Sends `bytes` in parts and returns how long it took, and the control at its end. */
function send(bytes: number, line: Line, limitOf: (control: LineControl) => number = ({ limit }) => limit) {
  const partBytes = line.partBytes ?? 8 * MIB;
  let control = startControl(0);
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
      control = moved(control, gone, { at, isSlack: left === 0 });
    }
    for (const [index, part] of [...under.entries()].toReversed()) if (part.rest <= 0) under.splice(index, 1);
  }
  return { tookMs: at, control, most, aboveMs };
}

const FAR: Line = { bytesPerMs: 5_000, roundTripMs: 60 };

test('on a line of 5 MB/s for a connection and 60 ms it is at least 3.5 times as fast as one connection', () => {
  const one = send(256 * MIB, FAR, () => 1);
  const many = send(256 * MIB, FAR);
  expect(one.tookMs / many.tookMs).toBeGreaterThanOrEqual(3.5);
});

test('it never asks for more than six', () => {
  expect(send(512 * MIB, FAR).control.limit).toBeLessThanOrEqual(LIMITS.requestsInFlightMax);
  expect(send(512 * MIB, FAR).most).toBe(LIMITS.partsInFlightMax);
});

test('where the first connections fill the line it does not go on to six, and tries one more but now and then', () => {
  for (const filledBy of [1, 2, 4]) {
    const totalPerMs = filledBy * FAR.bytesPerMs;
    const { control, tookMs, aboveMs } = send(512 * MIB, { ...FAR, totalPerMs });
    expect(control.limit).toBeLessThan(LIMITS.requestsInFlightMax);
    expect(aboveMs / tookMs).toBeLessThan(0.2);
  }
});

test('a file of a dozen parts has enough connections from its beginning', () => {
  const one = send(96 * MIB, FAR, () => 1);
  expect(one.tookMs / send(96 * MIB, FAR).tookMs).toBeGreaterThanOrEqual(3.5);
});

test('a store that asks for less gets half, several refusals of one cause count once, and later it grows again', () => {
  let control = { ...startControl(0), limit: 6 };
  control = congested(control, 1_000);
  control = congested(control, 1_010);
  expect(control.limit).toBe(3);
  control = congested(control, 60_000);
  expect(control.limit).toBe(1);
  control = congested(control, 120_000);
  expect(control.limit).toBe(1);
  for (let at = 130_000; at < 140_000; at += 100)
    control = moved(control, control.limit * MIB, { at, isSlack: false });
  expect(control.limit).toBe(LIMITS.requestsInFlightMax);
});

test('what leaves while lines stand free says nothing about the limit', () => {
  let control = startControl(0);
  for (let at = 100; at < 10_000; at += 100) control = moved(control, MIB, { at, isSlack: true });
  expect(control.limit).toBe(LIMITS.requestsInFlightFirst);
});

test('a very slow line is measured over more time, not by its buffers', () => {
  let control = startControl(0);
  control = moved(control, 200_000, { at: 600, isSlack: false });
  expect(control.limit).toBe(LIMITS.requestsInFlightFirst);
});
