import { LIMITS, partCountFor } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { PutOutcome } from '../worker/worker-api.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from './entries.world.ts';
import { createWorld, pause, phases, settled, storedNumbers, until } from './transfer.world.ts';

test('a tree is uploaded into its folders, each created once, empty ones included', async () => {
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
  // Links in the tray lead to the space of the target, also for a folder.
  for (const { node } of trayViewOf(engine.view()).rows) {
    expect(node?.spaceId).toBe('00000000-0000-7000-8000-000000000002');
  }
});

test('every part of a multipart file reaches the store with its checksum', async () => {
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
  expect(trayViewOf(engine.view()).rows[0]?.sentBytes).toBe(body.length);
});

test('a part that was damaged or whose connection broke is sent again', async () => {
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

test('a stalled connection does not count as a damaged file', async () => {
  const stalled: PutOutcome = { kind: 'refused', status: 400, code: 'RequestTimeout' };
  const world = createWorld({ puts: Array.from({ length: 6 }, () => stalled) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
});

test('a permanent refusal fails the file and no other', async () => {
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
])('a part that the store keeps refusing with $code is retried a limited number of times', async (answer) => {
  const refused: PutOutcome = { kind: 'refused', ...answer };
  const world = createWorld({ puts: Array.from({ length: 50 }, () => refused) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(trayViewOf(engine.view()).rows[0]).toMatchObject({
    phase: 'failed',
    failure: { code: answer.means },
  });
  expect(world.putCount()).toBe(answer.status === 403 ? 7 : 6);
});

test('an unreachable store fails no upload', async () => {
  const world = createWorld({ puts: Array.from({ length: 50 }, () => ({ kind: 'unreachable' as const })) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.putCount()).toBe(51);
});

test('an upload paused while its first bytes are read stops there', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  const read = Promise.withResolvers<ArrayBuffer>();
  let isReading = false;
  const arrayBuffer = (): Promise<ArrayBuffer> => {
    isReading = true;
    return read.promise;
  };
  const slow = new File([new Uint8Array(9 * MIB)], 'data.unknown');
  Object.assign(slow, { slice: () => ({ arrayBuffer }) });
  engine.add(target, [{ kind: 'file', path: [slow.name], file: slow }]);
  await until(() => isReading);
  engine.pauseAll();
  read.resolve(new ArrayBuffer(0));
  await pause(20);
  expect(phases(engine)).toEqual(['paused']);
  expect(world.created).toBe(0);
});

test('a resumed upload sends only the parts that the store lacks', async () => {
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

test('cancelling frees the reservation and creates no file', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(1, () => engine.cancelAll());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1))]);
  await until(() => world.aborted.length === 1);
  expect(phases(engine)).toEqual(['cancelled']);
  expect(world.committed()).toEqual([]);
});

test('a name conflict waits for a decision, and one decision applies to the batch', async () => {
  const world = createWorld({ takenNames: ['a.txt', 'b.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B'), file(['c.txt'], 'C')]);
  await until(() => phases(engine).filter((phase) => phase === 'conflict').length === 2);
  const first = trayViewOf(engine.view()).rows.find((transfer) => transfer.phase === 'conflict');
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

test('only the latest skipped files are kept', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `${at}.txt`);
  const engine = createTransferEngine(createWorld({ takenNames: names }).ports);
  engine.add(
    target,
    names.map((name) => file([name], name)),
  );
  await until(() => engine.view().summary.conflicts === 300);
  const [first] = engine.jobs.keys();
  engine.decide(first ?? '', 'skip', true);
  expect(engine.view().summary).toMatchObject({ skipped: 300, total: 300 });
  expect(engine.jobs.size).toBe(200);
});

test('a batch that skips taken names also skips one that the server refuses', async () => {
  const engine = createTransferEngine(createWorld({ takenNames: ['a.txt'], folders: ['b.txt'] }).ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  const [first = '', second = ''] = engine.jobs.keys();
  engine.pause(second);
  await until(() => engine.view().summary.conflicts === 1);
  engine.decide(first, 'skip', true);
  engine.resume(second);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ skipped: 2, failed: 0 });
});

test('a conflict of a single-file upload is marked as such', async () => {
  const engine = createTransferEngine(createWorld({ takenNames: ['a.txt'] }).ports);
  const alone = engine.add(target, [file(['a.txt'], 'A')]);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  await until(() => trayViewOf(engine.view()).conflicts.length === 2);
  for (const { first, isAlone } of trayViewOf(engine.view()).conflicts)
    expect(isAlone).toBe(first.batchId === alone);
});

test('a part missing in the store is sent again before the upload completes', async () => {
  const world = createWorld({ losesFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['big.bin'], Buffer.alloc(20 * MIB, 3))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(storedNumbers(world)).toEqual([1, 2, 3]);
});

test('a part that is damaged in the store is sent again before the upload completes', async () => {
  const world = createWorld({ losesFirst: true, lossCode: 'checksum_mismatch' });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['big.bin'], Buffer.alloc(20 * MIB, 3))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(storedNumbers(world)).toEqual([1, 2, 3]);
});

test('an expired reservation is renewed once', async () => {
  const world = createWorld({ expiresFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.bin'], Buffer.alloc(9 * MIB))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(2);
});

test('a sign-out stops and forgets all uploads', async () => {
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

test('at most six requests run at a time', async () => {
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
