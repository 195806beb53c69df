import { NodeId, UploadId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { isOpen, next, type Phase, type Transfer, type TransferEvent } from './machine.ts';
import { counted, NOTHING } from './summary.ts';

const uploadId = UploadId.parse('00000000-0000-7000-8000-000000000001');
const node = { id: NodeId.parse('00000000-0000-7000-8000-000000000002'), name: 'a (2).txt' };

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
  { type: 'found' },
  { type: 'missed' },
  { type: 'cancelled' },
];

test('what is done, skipped or cancelled never changes again', () => {
  for (const phase of ['done', 'skipped', 'cancelled'] as const) {
    for (const event of EVENTS) expect(next(transferIn(phase), event).phase).toBe(phase);
  }
});

test('everything that is not ended can be cancelled', () => {
  for (const phase of PHASES) {
    const isAtEnd = ['done', 'skipped', 'cancelled'].includes(phase);
    expect(next(transferIn(phase), { type: 'cancelled' }).phase).toBe(isAtEnd ? phase : 'cancelled');
  }
});

test('what was reserved before is known of a file that waits, and does not begin it', () => {
  for (const phase of ['queued', 'interrupted'] as const)
    expect(next(transferIn(phase), { type: 'reserved', uploadId })).toMatchObject({ phase, uploadId });
});

test('the way of a file that goes well', () => {
  const way = EVENTS.slice(0, 5).reduce(next, transferIn('queued'));
  expect(way).toMatchObject({ phase: 'done', uploadId, node, sentBytes: 10 });
});

test('a verified file cannot be paused any more, a running one can', () => {
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

test('another name queues what failed, and changes what runs in nothing', () => {
  const event = { type: 'retried', name: 'b.txt', path: ['b.txt'] } as const;
  const failed: Transfer = { ...transferIn('failed'), failure: { code: 'invalid_request' } };
  expect(next(failed, event)).toMatchObject({
    phase: 'queued',
    name: 'b.txt',
    path: ['b.txt'],
    failure: undefined,
  });
  expect(next(transferIn('uploading'), event)).toEqual(transferIn('uploading'));
});

test('an event that does not fit leaves the very same object', () => {
  const transfer = transferIn('queued');
  expect(next(transfer, { type: 'committed', node })).toBe(transfer);
});

test('the summary counts what is open and leaves out what was cancelled', () => {
  const all = PHASES.map((phase) => transferIn(phase));
  expect(all.filter(isOpen).map((transfer) => transfer.phase)).toEqual([
    'queued',
    'preparing',
    'uploading',
    'completing',
    'paused',
    'conflict',
  ]);
  expect(all.reduce((sum, transfer) => counted(sum, transfer, 1), NOTHING)).toMatchObject({
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

function transferIn(phase: Phase): Transfer {
  return {
    id: phase,
    batchId: 'batch',
    name: 'a.txt',
    path: ['a.txt'],
    sizeBytes: 10,
    phase,
    sentBytes: 0,
    conflict: 'ask',
    uploadId: undefined,
    node: undefined,
    failure: undefined,
    lack: undefined,
    isSafe: false,
  };
}

test('what failed is no work that is left', () => {
  const failed: Transfer = { ...transferIn('failed'), sizeBytes: 1_000 };
  expect(counted(NOTHING, failed, 1)).toMatchObject({ total: 1, failed: 1, sizeBytes: 0, sentBytes: 0 });
  expect(counted(NOTHING, { ...failed, phase: 'queued' }, 1)).toMatchObject({ sizeBytes: 1_000 });
});
