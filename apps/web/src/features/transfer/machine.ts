import type { ConflictRule, NodeId, UploadId } from '@coffer/contracts';

/** A file that goes up. `path` is shown: folders of a dropped tree, then the name. */
export interface Transfer {
  readonly id: string;
  readonly batchId: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly phase: Phase;
  readonly sentBytes: number;
  readonly conflict: ConflictRule;
  /** Known as soon as the server has reserved room: what a resume goes on with. */
  readonly uploadId: UploadId | undefined;
  /** Set when `phase` is `done`: the name may differ from the asked one. */
  readonly node: { readonly id: NodeId; readonly name: string } | undefined;
  /** Set when `phase` is `failed`. */
  readonly failure: TransferFailure | undefined;
}

/**
 * `queued` waits for its turn, `conflict` for a decision of the person, `paused` for resume; `skipped`, `done` and
 * `cancelled` are the end; `failed` waits for retry.
 */
export type Phase =
  | 'queued'
  | 'preparing'
  | 'uploading'
  | 'completing'
  | 'paused'
  | 'conflict'
  | 'failed'
  | 'skipped'
  | 'done'
  | 'cancelled';

/** Why a transfer stopped: an error code of the API, or what only a browser can meet. */
export interface TransferFailure {
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number;
}

export type TransferEvent =
  | { readonly type: 'started' }
  | { readonly type: 'reserved'; readonly uploadId: UploadId }
  | { readonly type: 'progressed'; readonly sentBytes: number }
  | { readonly type: 'sent' }
  | { readonly type: 'committed'; readonly node: { readonly id: NodeId; readonly name: string } }
  | { readonly type: 'skipped' }
  | { readonly type: 'conflicted' }
  | { readonly type: 'decided'; readonly conflict: ConflictRule }
  | { readonly type: 'failed'; readonly failure: TransferFailure }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'retried' }
  | { readonly type: 'restarted' }
  | { readonly type: 'cancelled' };

const RUNNING: readonly Phase[] = ['preparing', 'uploading', 'completing'];
const ENDED: readonly Phase[] = ['skipped', 'done', 'cancelled'];

export function isRunning(transfer: Transfer): boolean {
  return RUNNING.includes(transfer.phase);
}

/** True when nothing more will happen by itself or by decision. */
export function isEnded(transfer: Transfer): boolean {
  return ENDED.includes(transfer.phase);
}

/** True while leaving the page would lose work. */
export function isOpen(transfer: Transfer): boolean {
  return isRunning(transfer) || ['queued', 'paused', 'conflict'].includes(transfer.phase);
}

/** In which phases an event means something. Elsewhere it is late or doubled, and changes nothing. */
const ALLOWED = {
  started: ['queued'],
  reserved: ['preparing', 'uploading'],
  progressed: ['preparing', 'uploading'],
  sent: ['preparing', 'uploading'],
  committed: ['completing'],
  skipped: ['preparing', 'conflict'],
  conflicted: ['preparing'],
  decided: ['conflict'],
  failed: RUNNING,
  paused: ['queued', 'preparing', 'uploading'],
  resumed: ['paused'],
  retried: ['failed'],
  restarted: RUNNING,
  cancelled: ['queued', 'preparing', 'uploading', 'completing', 'paused', 'conflict', 'failed'],
} as const satisfies Record<TransferEvent['type'], readonly Phase[]>;

/** The next state of one transfer. Pure; an event that does not fit the phase gives the same object back. */
export function next(transfer: Transfer, event: TransferEvent): Transfer {
  const allowed: readonly Phase[] = ALLOWED[event.type];
  if (!allowed.includes(transfer.phase)) return transfer;
  switch (event.type) {
    case 'started':
      return { ...transfer, phase: 'preparing', failure: undefined };
    case 'reserved':
      return { ...transfer, phase: 'uploading', uploadId: event.uploadId };
    case 'progressed':
      return { ...transfer, sentBytes: Math.min(event.sentBytes, transfer.sizeBytes) };
    case 'sent':
      return { ...transfer, phase: 'completing', sentBytes: transfer.sizeBytes };
    case 'committed':
      return { ...transfer, phase: 'done', node: event.node };
    case 'skipped':
      return { ...transfer, phase: 'skipped' };
    case 'conflicted':
      return { ...transfer, phase: 'conflict' };
    case 'decided':
      return {
        ...transfer,
        phase: event.conflict === 'skip' ? 'skipped' : 'queued',
        conflict: event.conflict,
      };
    case 'failed':
      return { ...transfer, phase: 'failed', failure: event.failure };
    case 'paused':
      return { ...transfer, phase: 'paused' };
    case 'resumed':
    case 'retried':
      return { ...transfer, phase: 'queued', failure: undefined };
    case 'restarted':
      return { ...transfer, phase: 'preparing', uploadId: undefined, sentBytes: 0 };
    case 'cancelled':
      return { ...transfer, phase: 'cancelled' };
  }
}

/** What the tray shows of all transfers together. */
export interface Summary {
  readonly total: number;
  readonly open: number;
  readonly running: number;
  readonly paused: number;
  readonly conflicts: number;
  readonly failed: number;
  readonly done: number;
  /** Of everything that was not cancelled or skipped. */
  readonly sizeBytes: number;
  readonly sentBytes: number;
}

export function summarize(transfers: Iterable<Transfer>): Summary {
  const sum = {
    total: 0,
    open: 0,
    running: 0,
    paused: 0,
    conflicts: 0,
    failed: 0,
    done: 0,
    sizeBytes: 0,
    sentBytes: 0,
  };
  for (const transfer of transfers) {
    sum.total += 1;
    if (isOpen(transfer)) sum.open += 1;
    if (isRunning(transfer)) sum.running += 1;
    if (transfer.phase === 'paused') sum.paused += 1;
    if (transfer.phase === 'conflict') sum.conflicts += 1;
    if (transfer.phase === 'failed') sum.failed += 1;
    if (transfer.phase === 'done') sum.done += 1;
    if (transfer.phase === 'cancelled' || transfer.phase === 'skipped') continue;
    sum.sizeBytes += transfer.sizeBytes;
    sum.sentBytes += transfer.phase === 'done' ? transfer.sizeBytes : transfer.sentBytes;
  }
  return sum;
}
