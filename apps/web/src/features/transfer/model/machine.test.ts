import { NodeId, UploadId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { isOpen, isRenamed, next, type Phase, type Transfer, type TransferEvent } from './machine.ts';
import { addToSummary, EMPTY_SUMMARY } from './summary.ts';
import { transferIn } from './transfer.world.ts';

const uploadId = UploadId.parse('00000000-0000-7000-8000-000000000001');
const node = { id: NodeId.parse('00000000-0000-7000-8000-000000000002'), name: 'a (2).txt', parentId: null };

const PHASES: readonly Phase[] = [
  'queued',
  'preparing',
  'uploading',
  'completing',
  'paused',
  'interrupted',
  'conflict',
  'failed',
  'skipped',
  'done',
  'cancelled',
];

const EVENTS: readonly TransferEvent[] = [
  { type: 'started' },
  { type: 'reserved', uploadId },
  { type: 'progressed', sentBytes: 5 },
  { type: 'sent' },
  { type: 'committed', node },
  { type: 'skipped' },
  { type: 'conflicted' },
  { type: 'decided', conflict: 'rename' },
  { type: 'failed', failure: { code: 'network' } },
  { type: 'paused' },
  { type: 'resumed' },
  { type: 'retried', name: 'b.txt', path: ['b.txt'] },
  { type: 'restarted' },
  { type: 'deferred' },
  { type: 'unblocked' },
  { type: 'blocked' },
  { type: 'cancelled' },
];

test('done, skipped and cancelled are final', () => {
  for (const phase of ['done', 'skipped', 'cancelled'] as const) {
    for (const event of EVENTS) expect(next(transferIn(phase), event).phase).toBe(phase);
  }
});

test('every open transfer can be cancelled', () => {
  for (const phase of PHASES) {
    const isAtEnd = ['done', 'skipped', 'cancelled'].includes(phase);
    expect(next(transferIn(phase), { type: 'cancelled' }).phase).toBe(isAtEnd ? phase : 'cancelled');
  }
});

test('a reservation does not start a waiting transfer', () => {
  for (const phase of ['queued', 'interrupted'] as const)
    expect(next(transferIn(phase), { type: 'reserved', uploadId })).toMatchObject({ phase, uploadId });
});

test('the phases of a successful upload', () => {
  const uploaded = EVENTS.slice(0, 5).reduce(next, transferIn('queued'));
  expect(uploaded).toMatchObject({ phase: 'done', uploadId, node, sentBytes: 10 });
});

test('a running upload can be paused, a completing one cannot', () => {
  expect(next(transferIn('completing'), { type: 'paused' }).phase).toBe('completing');
  expect(next(transferIn('uploading'), { type: 'paused' }).phase).toBe('paused');
});

test('skipping as the decision ends the transfer, any other decision queues it again', () => {
  expect(next(transferIn('conflict'), { type: 'decided', conflict: 'skip' }).phase).toBe('skipped');
  expect(next(transferIn('conflict'), { type: 'decided', conflict: 'replace' })).toMatchObject({
    phase: 'queued',
    conflict: 'replace',
  });
});

test('a rename queues failed transfers and does not change running ones', () => {
  const event = { type: 'retried', name: 'b.txt', path: ['b.txt'] } as const;
  const failed: Transfer = { ...transferIn('failed'), failure: { code: 'invalid_request' } };
  expect(next(failed, event)).toMatchObject({
    phase: 'queued',
    name: 'b.txt',
    path: ['b.txt'],
    failure: undefined,
  });
  const running = transferIn('uploading');
  expect(next(running, event)).toEqual(running);
});

test('an event that does not apply returns the same object', () => {
  const transfer = transferIn('queued');
  expect(next(transfer, { type: 'committed', node })).toBe(transfer);
});

test('the summary counts open transfers and omits cancelled ones', () => {
  const all = PHASES.map((phase) => transferIn(phase));
  expect(all.filter(isOpen).map((transfer) => transfer.phase)).toEqual([
    'queued',
    'preparing',
    'uploading',
    'completing',
    'paused',
    'conflict',
  ]);
  expect(all.reduce((sum, transfer) => addToSummary(sum, transfer, 1), EMPTY_SUMMARY)).toMatchObject({
    total: 11,
    interrupted: 1,
    open: 6,
    running: 3,
    failed: 1,
    done: 1,
    sizeBytes: 70,
    sentBytes: 10,
  });
});

test('failed transfers do not count as remaining work', () => {
  const failed: Transfer = { ...transferIn('failed'), sizeBytes: 1_000 };
  expect(addToSummary(EMPTY_SUMMARY, failed, 1)).toMatchObject({
    total: 1,
    failed: 1,
    sizeBytes: 0,
    sentBytes: 0,
  });
  expect(addToSummary(EMPTY_SUMMARY, { ...failed, phase: 'queued' }, 1)).toMatchObject({ sizeBytes: 1_000 });
});

test('a name written with other code points is not renamed', () => {
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Überblick.pdf'.normalize(form));
  const done = (name = '') =>
    isRenamed(transferIn('done', { name: decomposed ?? '', node: { ...node, name } }));
  expect(done(composed)).toBe(false);
  expect(done('Überblick (2).pdf')).toBe(true);
});
