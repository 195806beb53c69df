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
 * device began it), or the browser wants to be asked whether it may read it again (`leave`). What is `held` goes on, on another device.
 */
export type Lack = 'file' | 'elsewhere' | 'leave' | 'held';

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
  /** Of the answer, where the server or something before it gave one. */
  readonly status?: number;
  /** Set where a folder could not be made: the place of its name in the path. */
  readonly at?: number;
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
  | ({ readonly type: 'retried' } & Partial<Pick<Transfer, 'name' | 'path' | 'conflict'>>)
  | { readonly type: 'restarted' }
  | { readonly type: 'deferred' }
  | { readonly type: 'found' }
  | { readonly type: 'missed'; readonly lack?: Lack }
  | { readonly type: 'cancelled' };

const RUNNING: readonly Phase[] = ['preparing', 'uploading', 'completing'];
export const ENDED: readonly Phase[] = ['done', 'skipped', 'cancelled'];

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

/** What is wrong with the file itself: the same question gets the same answer. */
const FINAL: readonly string[] = ['invalid_request', 'file_too_large', 'file_changed'];

/** True when trying again may help. */
export function isWorthRetrying({ phase, failure }: Transfer): boolean {
  return phase === 'failed' && !FINAL.includes(failure?.code ?? '');
}

interface Rule {
  /** In which phases the event means something. Elsewhere it is late or doubled, and changes nothing. */
  readonly from: readonly Phase[];
  /** What becomes of the transfer, beside what the event itself says of it. */
  readonly to: Partial<Transfer>;
}

const RULES: Readonly<Record<TransferEvent['type'], Rule>> = {
  started: { from: ['queued'], to: { phase: 'preparing' } },
  reserved: {
    from: ['queued', 'preparing', 'uploading', 'interrupted', 'failed'],
    to: { phase: 'uploading' },
  },
  progressed: { from: ['preparing', 'uploading'], to: {} },
  sent: { from: ['preparing', 'uploading'], to: { phase: 'completing' } },
  committed: { from: ['completing', 'interrupted', 'failed'], to: { phase: 'done', failure: undefined } },
  skipped: { from: ['preparing', 'conflict'], to: { phase: 'skipped' } },
  conflicted: { from: ['preparing'], to: { phase: 'conflict' } },
  decided: { from: ['conflict'], to: { phase: 'queued' } },
  failed: { from: RUNNING, to: { phase: 'failed' } },
  paused: { from: ['queued', 'preparing', 'uploading'], to: { phase: 'paused' } },
  resumed: { from: ['paused'], to: { phase: 'queued' } },
  retried: { from: ['failed'], to: { phase: 'queued', failure: undefined } },
  restarted: { from: RUNNING, to: { phase: 'preparing', uploadId: undefined, sentBytes: 0 } },
  deferred: { from: RUNNING, to: { phase: 'queued' } },
  found: { from: ['interrupted'], to: { phase: 'queued', lack: undefined } },
  missed: { from: ['interrupted'], to: { lack: 'file' } },
  cancelled: {
    from: [...RUNNING, 'queued', 'paused', 'interrupted', 'conflict', 'failed'],
    to: { phase: 'cancelled' },
  },
};

/** The next state of one transfer. Pure; an event that does not fit the phase gives the same object back. */
export function next(transfer: Transfer, event: TransferEvent): Transfer {
  const { type, ...facts } = event;
  const { from, to } = RULES[type];
  if (!from.includes(transfer.phase)) return transfer;
  const after = { ...transfer, ...to, ...facts };
  // What is interrupted lacks its file all the same, what waits for its turn has not had it, and what failed waits for the person.
  if (type === 'reserved' && !isRunning(transfer)) return { ...after, phase: transfer.phase };
  if (type === 'decided' && after.conflict === 'skip') return { ...after, phase: 'skipped' };
  if (type === 'sent') return { ...after, sentBytes: transfer.sizeBytes };
  return { ...after, sentBytes: Math.min(after.sentBytes, transfer.sizeBytes) };
}
