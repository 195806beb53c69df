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
  /** Set when `phase` is `interrupted`. */
  readonly lack: Lack | undefined;
  /** The browser keeps a way to the file, so that leaving the page loses nothing. */
  readonly isSafe: boolean;
}

/**
 * What keeps an upload that was begun before from going on: the file has to be chosen again (`file`; `elsewhere` when another
 * device began it), or the browser wants to be asked whether it may read it again (`leave`).
 */
export type Lack = 'file' | 'elsewhere' | 'leave';

/**
 * `queued` waits for its turn, `conflict` for a decision of the person, `paused` for resume, `interrupted` for what it lacks; `skipped`, `done` and
 * `cancelled` are the end; `failed` waits for retry.
 */
export type Phase =
  | 'queued'
  | 'preparing'
  | 'uploading'
  | 'completing'
  | 'paused'
  | 'interrupted'
  | 'conflict'
  | 'failed'
  | 'skipped'
  | 'done'
  | 'cancelled';

/** Why a transfer stopped: an error code of the API, or what only a browser can meet. */
export interface TransferFailure {
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
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
  | { readonly type: 'deferred' }
  | { readonly type: 'found' }
  | { readonly type: 'missed' }
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

/** True while it will go on by itself, or by a decision of the person. */
export function isOpen(transfer: Transfer): boolean {
  return isRunning(transfer) || ['queued', 'paused', 'conflict'].includes(transfer.phase);
}

/** In which phases an event means something. Elsewhere it is late or doubled, and changes nothing. */
const ALLOWED = {
  started: ['queued'],
  reserved: ['preparing', 'uploading', 'interrupted'],
  progressed: ['preparing', 'uploading'],
  sent: ['preparing', 'uploading'],
  committed: ['completing', 'interrupted'],
  skipped: ['preparing', 'conflict'],
  conflicted: ['preparing'],
  decided: ['conflict'],
  failed: RUNNING,
  paused: ['queued', 'preparing', 'uploading'],
  resumed: ['paused'],
  retried: ['failed'],
  restarted: RUNNING,
  deferred: RUNNING,
  found: ['interrupted'],
  missed: ['interrupted'],
  cancelled: [
    'queued',
    'preparing',
    'uploading',
    'completing',
    'paused',
    'interrupted',
    'conflict',
    'failed',
  ],
} as const satisfies Record<TransferEvent['type'], readonly Phase[]>;

/** The next state of one transfer. Pure; an event that does not fit the phase gives the same object back. */
export function next(transfer: Transfer, event: TransferEvent): Transfer {
  const allowed: readonly Phase[] = ALLOWED[event.type];
  if (!allowed.includes(transfer.phase)) return transfer;
  switch (event.type) {
    case 'started':
      return { ...transfer, phase: 'preparing', failure: undefined };
    case 'reserved':
      return {
        ...transfer,
        phase: transfer.phase === 'interrupted' ? 'interrupted' : 'uploading',
        uploadId: event.uploadId,
      };
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
    case 'deferred':
      return { ...transfer, phase: 'queued' };
    case 'found':
      return { ...transfer, phase: 'queued', lack: undefined };
    case 'missed':
      return { ...transfer, lack: 'file' };
    case 'cancelled':
      return { ...transfer, phase: 'cancelled' };
  }
}
