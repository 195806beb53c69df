import { LIMITS, NodeId, type PartChecksums, UploadId, type UploadView } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from './gate.ts';
import { createPartStock } from './part-stock.ts';
import type { TransferApi } from './ports.ts';
import { createWorld } from './transfer-world.contract.ts';

const PARTS = 64;
const TAKERS = LIMITS.partsInFlightMax;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Pace {
  readonly parts?: number;
  readonly hashMs: number;
  readonly signMs: number;
  readonly sendMs: number;
}

/** Sends every part by `TAKERS` side by side, at a given pace. What it cost, and what was signed by which call. */
async function run({ parts: partCount = PARTS, hashMs, signMs, sendMs }: Pace) {
  const calls: number[][] = [];
  const sent: number[] = [];
  let hashed = 0;
  let taken = 0;
  let mostAhead = 0;
  let waitedMs = 0;
  const signParts: TransferApi['signParts'] = async (_, parts: PartChecksums[]) => {
    calls.push(parts.map(({ number }) => number));
    await pause(signMs);
    return ok({
      signed: parts.map(({ number }) => ({
        number,
        sizeBytes: LIMITS.partSizeMediumBytes,
        method: 'PUT' as const,
        url: `https://store.test/${number}`,
        headers: {},
        expiresAt: '2026-01-01T00:00:00.000Z',
      })),
    });
  };
  const forever = new AbortController().signal;
  const ways = { sleep: pause, random: () => 0, now: () => Date.now() };
  const gate = createGate(ways, () => undefined);
  const stock = createPartStock({
    ports: {
      api: { ...createWorld().ports.api, signParts },
      async hash(slices) {
        await pause(hashMs);
        hashed += slices.length;
        mostAhead = Math.max(mostAhead, hashed - taken);
        return slices.map(() => ({ sha256: 'of it', crc64nvme: 'of it' }));
      },
      signedIn: () => Promise.resolve(),
      now: () => Date.now(),
      sleep: pause,
      gates: { server: gate, store: gate },
    },
    file: new Blob([]),
    upload: uploadOf(partCount),
    numbers: numbersTo(partCount),
    signal: forever,
  });
  const begunAt = Date.now();
  const take = async (): Promise<void> => {
    for (;;) {
      const from = Date.now();
      const next = await stock.next();
      if (!next.ok || next.value === undefined) return;
      waitedMs += Date.now() - from;
      taken += 1;
      expect(next.value.signature?.part.number).toBe(next.value.number);
      sent.push(next.value.number);
      await pause(sendMs);
    }
  };
  const all = Promise.all(Array.from({ length: TAKERS }, take));
  await vi.runAllTimersAsync();
  await all;
  return { calls, sent, mostAhead, waitedMs, totalMs: Date.now() - begunAt };
}

test('where hashing sets the pace, few calls sign many parts, and the end comes no later', async () => {
  const { calls, sent, totalMs } = await run({ hashMs: 200, signMs: 10, sendMs: 300 });
  expect(sent.toSorted((a, b) => a - b)).toEqual(numbersTo(PARTS));
  expect(calls.flat()).toHaveLength(PARTS);
  expect(calls.length).toBeLessThanOrEqual(16);
  // Two are hashed at once; behind the last of them there is little more than one part to send.
  expect(totalMs).toBeLessThan((PARTS / 2) * 200 + 2.5 * 300);
});

test('where the line sets the pace, nobody waits for a part but at the beginning', async () => {
  const { calls, waitedMs, mostAhead } = await run({ hashMs: 50, signMs: 60, sendMs: 1600 });
  expect(calls.length).toBeLessThanOrEqual(14);
  // The first five, until they were hashed and signed.
  expect(waitedMs).toBeLessThan(TAKERS * 500);
  expect(mostAhead).toBeLessThanOrEqual(LIMITS.partsSignedAhead + 2);
  for (const call of calls) expect(call.length).toBeLessThanOrEqual(LIMITS.partsSignedAhead);
});

test('the last parts are not held back for others to come', async () => {
  const { calls, totalMs } = await run({ parts: 4, hashMs: 100, signMs: 10, sendMs: 100 });
  expect(calls.flat().toSorted((a, b) => a - b)).toEqual(numbersTo(4));
  expect(totalMs).toBeLessThan(2 * 100 + 2 * 10 + 100 + 50);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function uploadOf(partCount: number): UploadView {
  const partSizeBytes = LIMITS.partSizeMediumBytes;
  return {
    id: UploadId.parse('00000000-0000-7000-8000-000000000001'),
    parentId: NodeId.parse('00000000-0000-7000-8000-000000000002'),
    name: 'a.bin',
    sizeBytes: partSizeBytes * partCount,
    state: 'uploading',
    partSizeBytes,
    partCount,
    integrity: 1,
    expiresAt: '2026-01-08T00:00:00.000Z',
  };
}
