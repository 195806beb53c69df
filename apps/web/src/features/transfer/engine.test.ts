import { LIMITS, partCountFor } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { PutOutcome } from './ports.ts';
import { shownOf } from './shown.ts';
import {
  createWorld,
  file,
  pause,
  phases,
  settled,
  storedNumbers,
  target,
  until,
} from './transfer-world.contract.ts';

test('files of a tree arrive in their folders, each folder made once, empty ones too', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  engine.add(target, [
    file(['trip', 'day 1', 'a.txt'], 'A'),
    file(['trip', 'day 1', 'b.txt'], 'B'),
    file(['trip', 'c.txt'], 'C'),
    { kind: 'folder', path: ['trip', 'empty'] },
  ]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done', 'done', 'done']);
  expect(world.folders.toSorted()).toEqual(['day 1', 'empty', 'trip']);
  expect(
    world
      .committed()
      .map((upload) => upload.name)
      .toSorted(),
  ).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

test('every byte of a file of many parts reaches the store under its checksum', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  const body = Buffer.alloc(20 * MIB, 'coffer!');
  engine.add(target, [file(['big.bin'], body)]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  const parts = Array.from(world.stored.values())[0] ?? new Map<number, Buffer>();
  expect(parts.size).toBe(3);
  const joined = Buffer.concat([1, 2, 3].map((number) => parts.get(number) ?? Buffer.alloc(0)));
  expect(joined.equals(body)).toBe(true);
  expect(shownOf(engine.view()).rows[0]?.sentBytes).toBe(body.length);
});

test('a part that was damaged on the way or met a broken line is sent again', async () => {
  const outcomes: PutOutcome[] = [
    { kind: 'refused', status: 400, code: 'BadDigest' },
    { kind: 'unreachable' },
    { kind: 'refused', status: 503, code: 'SlowDown' },
    { kind: 'refused', status: 403, code: 'AccessDenied' },
  ];
  const world = createWorld({ puts: outcomes });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.putCount()).toBe(5);
});

test('a line that moves nothing is no damaged file, whatever the store says of it', async () => {
  const stalled: PutOutcome = { kind: 'refused', status: 400, code: 'RequestTimeout' };
  const world = createWorld({ puts: Array.from({ length: 6 }, () => stalled) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
});

test('a refusal that will not pass fails the file and leaves the others alone', async () => {
  const world = createWorld({ puts: [{ kind: 'refused', status: 400, code: 'InvalidRequest' }] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  await settled(engine);
  expect(phases(engine).toSorted()).toEqual(['done', 'failed']);
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
});

test.each([
  { status: 400, code: 'BadDigest', means: 'checksum_mismatch' },
  { status: 403, code: 'AccessDenied', means: 'store_refused' },
  { status: 500, code: 'InternalError', means: 'store_refused' },
])('a part that the store answers with $code again and again is not sent for ever', async (answer) => {
  const refused: PutOutcome = { kind: 'refused', ...answer };
  const world = createWorld({ puts: Array.from({ length: 50 }, () => refused) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(shownOf(engine.view()).rows[0]).toMatchObject({ phase: 'failed', failure: { code: answer.means } });
  // One of them found its address forbidden, which is signed anew at once.
  expect(world.putCount()).toBe(answer.status === 403 ? 7 : 6);
});

test('a store that nobody reaches many times over ends nothing', async () => {
  const world = createWorld({ puts: Array.from({ length: 50 }, () => ({ kind: 'unreachable' as const })) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.putCount()).toBe(51);
});

test('pause keeps what the store has; resume sends only what is missing', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(2, () => engine.pauseAll());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1))]);
  await until(() => phases(engine)[0] === 'paused');
  const before = storedNumbers(world);
  expect(before.length).toBeGreaterThanOrEqual(2);
  expect(before.length).toBeLessThan(partCountFor(60 * MIB));
  engine.resumeAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
});

test('cancel frees the reservation and nothing becomes visible', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(1, () => engine.cancelAll());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1))]);
  await until(() => world.aborted.length === 1);
  expect(phases(engine)).toEqual(['cancelled']);
  expect(world.committed()).toEqual([]);
});

test('a taken name waits for a decision, and one decision serves the batch', async () => {
  const world = createWorld({ taken: ['a.txt', 'b.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B'), file(['c.txt'], 'C')]);
  await until(() => phases(engine).filter((phase) => phase === 'conflict').length === 2);
  const first = shownOf(engine.view()).rows.find((transfer) => transfer.phase === 'conflict');
  engine.decide(first?.id ?? '', 'replace', true);
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done', 'done']);
  expect(
    world
      .committed()
      .map((upload) => upload.conflict)
      .toSorted(),
  ).toEqual(['ask', 'replace', 'replace']);
});

test('a question about the only file of an upload says that it is the only one', async () => {
  const engine = createTransferEngine(createWorld({ taken: ['a.txt'] }).ports);
  const alone = engine.add(target, [file(['a.txt'], 'A')]);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  await until(() => shownOf(engine.view()).conflicts.length === 2);
  for (const { first, isAlone } of shownOf(engine.view()).conflicts)
    expect(isAlone).toBe(first.batchId === alone);
});

test('a part that the store lost is sent again before the file is completed', async () => {
  const world = createWorld({ losesFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['big.bin'], Buffer.alloc(20 * MIB, 3))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(storedNumbers(world)).toEqual([1, 2, 3]);
});

test('a part that the store holds with other bytes is sent again before the file is completed', async () => {
  const world = createWorld({ losesFirst: true, lossCode: 'checksum_mismatch' });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['big.bin'], Buffer.alloc(20 * MIB, 3))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(storedNumbers(world)).toEqual([1, 2, 3]);
});

test('an expired reservation is made anew by itself, once', async () => {
  const world = createWorld({ expiresFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.bin'], Buffer.alloc(9 * MIB))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(2);
});

test('after sign-out nothing runs and nothing is remembered', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(1, () => engine.wipe());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1)), file(['b.txt'], 'B')]);
  await until(() => engine.view().summary.total === 0);
  const puts = world.putCount();
  await pause(20);
  expect(world.putCount()).toBeLessThanOrEqual(puts + 6);
  expect(world.committed()).toEqual([]);
});

test('never more than six requests are under way', async () => {
  const world = createWorld({ slow: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [
    file(['one.bin'], Buffer.alloc(40 * MIB, 1)),
    file(['two.bin'], Buffer.alloc(40 * MIB, 2)),
    ...Array.from({ length: 90 }, (_, index) => file([`${index}.txt`], String(index))),
  ]);
  await settled(engine);
  expect(new Set(phases(engine))).toEqual(new Set(['done']));
  expect(world.mostAtOnce()).toBeGreaterThan(1);
  expect(world.mostAtOnce()).toBeLessThanOrEqual(LIMITS.requestsInFlightMax);
});
