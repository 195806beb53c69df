import { LIMITS, NodeId, type PartChecksums, UploadId, type UploadView } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCircuitBreakers } from '../../../lib/retry/circuit-breaker.ts';
import { createPartQueue } from './part-queue.ts';
import type { TransferApi } from './ports.ts';
import { createWorld } from '../engine/transfer.world.ts';

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

async function run({ parts: partCount = PARTS, hashMs, signMs, sendMs }: Pace) {
  const calls: number[][] = [];
  const sent: number[] = [];
  let hashed = 0;
  let delivered = 0;
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
  const backoffPorts = { sleep: pause, random: () => 0, now: () => Date.now() };
  const breakers = createCircuitBreakers(backoffPorts, { firstMs: 2_000, maxMs: 60_000, jitter: 0.5 });
  const queue = createPartQueue({
    ports: {
      api: { ...createWorld().ports.api, signParts },
      async hash(slices) {
        await pause(hashMs);
        hashed += slices.length;
        mostAhead = Math.max(mostAhead, hashed - delivered);
        return slices.map(() => ({ sha256: 'of it', crc64nvme: 'of it' }));
      },
      untilSignedIn: () => Promise.resolve(),
      now: () => Date.now(),
      sleep: pause,
      breakers,
    },
    file: new Blob([]),
    upload: uploadOf(partCount),
    numbers: numbersTo(partCount),
    signal: forever,
  });
  const startedAt = Date.now();
  const take = async (): Promise<void> => {
    for (;;) {
      const from = Date.now();
      const next = await queue.next();
      if (!next.ok || next.value === undefined) return;
      waitedMs += Date.now() - from;
      delivered += 1;
      expect(next.value.signature?.part.number).toBe(next.value.number);
      sent.push(next.value.number);
      await pause(sendMs);
    }
  };
  const progress = { isDone: false };
  const all = Promise.all(Array.from({ length: TAKERS }, take)).finally(() => {
    progress.isDone = true;
  });
  // Engines of other test files in this process may poll forever, so running all timers would never end.
  while (!progress.isDone) await vi.advanceTimersToNextTimerAsync();
  await all;
  return { calls, sent, mostAhead, waitedMs, totalMs: Date.now() - startedAt };
}

test('when hashing is the bottleneck, few calls sign many parts without delay', async () => {
  const { calls, sent, totalMs } = await run({ hashMs: 200, signMs: 10, sendMs: 300 });
  expect(sent.toSorted((a, b) => a - b)).toEqual(numbersTo(PARTS));
  expect(calls.flat()).toHaveLength(PARTS);
  expect(calls.length).toBeLessThanOrEqual(16);
  expect(totalMs).toBeLessThan((PARTS / 2) * 200 + 2.5 * 300);
});

test('when the network is the bottleneck, a part is always ready after the first', async () => {
  const { calls, waitedMs, mostAhead } = await run({ hashMs: 50, signMs: 60, sendMs: 1600 });
  expect(calls.length).toBeLessThanOrEqual(14);
  expect(waitedMs).toBeLessThan(TAKERS * 500);
  expect(mostAhead).toBeLessThanOrEqual(LIMITS.partsSignedAhead + 2);
  for (const call of calls) expect(call.length).toBeLessThanOrEqual(LIMITS.partsSignedAhead);
});

test('the last parts are signed without waiting for more', async () => {
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
