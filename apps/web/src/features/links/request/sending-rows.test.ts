import { HandIn } from '@coffer/contracts';
import { expect, test } from 'vitest';
import type { GuestEngine, GuestTransfer } from './guest-transfers.ts';
import { createSendingSource } from './sending-rows.ts';

const SUMMARY = {
  open: 0,
  running: 0,
  lostOnReload: 0,
  paused: 0,
  interrupted: 0,
  needPermission: 0,
  conflicts: 0,
  failed: 0,
  retriable: 0,
  done: 0,
  sizeBytes: 0,
  sentBytes: 0,
};

/** A fake engine that shows the given view. Like the real engine, it has a new view for each change. */
function createEngine() {
  let view: ReturnType<GuestEngine['view']> = { summary: SUMMARY, byPhase: {}, outage: undefined };
  const engine: GuestEngine = {
    add: () => undefined,
    restore: () => Promise.resolve(),
    matchFiles: () => 0,
    resumeWithPermission: () => Promise.resolve(),
    cancel: () => undefined,
    decide: () => undefined,
    retryAll: () => undefined,
    pauseAll: () => undefined,
    resumeAll: () => undefined,
    view: () => view,
    subscribe: () => () => undefined,
  };
  const show = (...transfers: readonly GuestTransfer[]): void => {
    const byPhase = Map.groupBy(transfers, ({ phase }) => phase);
    view = {
      ...view,
      byPhase: Object.fromEntries(
        [...byPhase].map(([phase, some]) => [phase, new Map(some.map((one) => [one.id, one]))]),
      ),
    };
  };
  return { engine, show };
}

const transfer = (path: string, phase: string, uploadId?: string): GuestTransfer => ({
  id: path,
  batchId: 'batch',
  path: path.split('/'),
  sizeBytes: 10,
  sentBytes: 5,
  phase,
  uploadId,
  failure: undefined,
});

test('hand-ins of an earlier page are found, also before anyone listens', () => {
  const { engine, show } = createEngine();
  const source = createSendingSource(engine, []);
  expect(source.read()).toMatchObject({ fileCount: 0, hasTransfers: false });
  show(transfer('a.txt', 'interrupted'));
  expect(source.read()).toMatchObject({ fileCount: 1, hasTransfers: true });
  expect(source.read()).toBe(source.read());
});

test('files forgotten by the engine still count, and aborted ones do not', () => {
  const { engine, show } = createEngine();
  const source = createSendingSource(engine, []);
  show(transfer('x/a.txt', 'done'), transfer('x/b.txt', 'uploading'), transfer('c.txt', 'queued'));
  expect(source.read().rows).toMatchObject([
    { name: 'x', isFolder: true, fileCount: 2, doneCount: 1, sentBytes: 15 },
    { name: 'c.txt', isFolder: false, fileCount: 1, doneCount: 0 },
  ]);
  show(transfer('x/b.txt', 'done'), transfer('c.txt', 'cancelled'));
  expect(source.read()).toMatchObject({ fileCount: 2, doneCount: 2, rows: [{ name: 'x', openIds: [] }] });
});

test('files of the same name have a row each', () => {
  const { engine, show } = createEngine();
  const source = createSendingSource(engine, []);
  const again = { ...transfer('image.jpg', 'queued'), id: 'again' };
  show(transfer('image.jpg', 'uploading'), again);
  expect(source.read().rows).toMatchObject([{ openIds: ['image.jpg'] }, { openIds: ['again'] }]);
});

test('a file that arrived before a reload counts once', () => {
  const id = '01963f6e-0000-7000-8000-000000000001';
  const { files } = HandIn.parse({
    folderId: id,
    title: '',
    sharedBy: null,
    name: '',
    email: '',
    begunAt: '2026-11-24T10:00:00.000Z',
    finishedAt: null,
    files: [{ id, path: ['a.txt'], sizeBytes: 10, arrivedAt: '2026-11-24T10:00:00.000Z', sha256: null }],
  });
  const { engine, show } = createEngine();
  const source = createSendingSource(engine, files);
  show(transfer('a.txt', 'done', id), transfer('b.txt', 'interrupted'));
  expect(source.read()).toMatchObject({ fileCount: 2, doneCount: 1 });
});
