import type { ConflictRule, Issue, NodeId, NodeView, UploadId } from '@coffer/contracts';

/** The result of an upload. `parentId` is null for a folder; the space is unknown after a reload. */
export type UploadedNode = Pick<NodeView, 'id' | 'name' | 'parentId'> & Partial<Pick<NodeView, 'spaceId'>>;

/** One upload. `path` contains the dropped folders, followed by the name. */
export interface Transfer {
  readonly id: string;
  readonly batchId: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly phase: Phase;
  readonly sentBytes: number;
  readonly conflict: ConflictRule;
  /** Known once the server has reserved the upload. */
  readonly uploadId: UploadId | undefined;
  /** Defined if `phase` is `done`. Its name may differ from the requested one. */
  readonly node: UploadedNode | undefined;
  /** The file that already has the name. Defined if `phase` is `conflict`. */
  readonly existingId?: NodeId | undefined;
  /** Defined if `phase` is `failed`, and if it is `interrupted` because the space was full on an earlier page. */
  readonly failure: TransferFailure | undefined;
  /** Defined if `phase` is `interrupted`. */
  readonly blockedBy: BlockedBy | undefined;
  /** Whether a handle is stored, so that leaving the page loses nothing. */
  readonly survivesReload: boolean;
}

/**
 * What an interrupted upload waits for. `file_missing`: the file. `permission`: read access to a stored handle.
 * `other_device`: the file, for an upload that another device began. `active_elsewhere`: another device runs it.
 */
export type BlockedBy = 'file_missing' | 'other_device' | 'permission' | 'active_elsewhere';

/**
 * `interrupted` waits for its `blockedBy`, and `conflict` for a decision. `skipped`, `done` and `cancelled` are final.
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

/** Why a transfer stopped: `code` is an error code of the API or of the browser. */
export interface TransferFailure {
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  readonly issues?: readonly Pick<Issue, 'code'>[];
  /** HTTP status, if one was received. */
  readonly status?: number;
  /** If a folder could not be created: the index of its name in the path. */
  readonly at?: number;
  readonly retryAfterMs?: number;
}

export type TransferEvent =
  | { readonly type: 'started' }
  | { readonly type: 'reserved'; readonly uploadId: UploadId }
  | { readonly type: 'progressed'; readonly sentBytes: number }
  | { readonly type: 'sent' }
  | { readonly type: 'committed'; readonly node: UploadedNode }
  | { readonly type: 'skipped' }
  | { readonly type: 'conflicted'; readonly existingId?: NodeId | undefined }
  | { readonly type: 'decided'; readonly conflict: ConflictRule }
  | { readonly type: 'failed'; readonly failure: TransferFailure }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | ({ readonly type: 'retried' } & Partial<Pick<Transfer, 'name' | 'path' | 'conflict'>>)
  | { readonly type: 'restarted' }
  | { readonly type: 'deferred' }
  | { readonly type: 'unblocked' }
  /** The file is no longer where its handle leads to. */
  | { readonly type: 'lost' }
  | { readonly type: 'blocked'; readonly blockedBy?: BlockedBy }
  | { readonly type: 'cancelled' };

const RUNNING: readonly Phase[] = ['preparing', 'uploading', 'completing'];
export const ENDED: readonly Phase[] = ['done', 'skipped', 'cancelled'];

export function isRunning(transfer: Transfer): boolean {
  return RUNNING.includes(transfer.phase);
}

export function isEnded(transfer: Transfer): boolean {
  return ENDED.includes(transfer.phase);
}

export function isOpen(transfer: Transfer): boolean {
  return isRunning(transfer) || ['queued', 'paused', 'conflict'].includes(transfer.phase);
}

/** Faults of the file itself: a retry would fail again. */
const FINAL: readonly string[] = ['invalid_request', 'file_too_large', 'file_changed'];

export function isWorthRetrying({ phase, failure }: Transfer): boolean {
  return phase === 'failed' && !FINAL.includes(failure?.code ?? '');
}

/** Whether the server refused the file without a reservation. Only another name allows a new attempt. */
export function isRefused(transfer: Transfer): boolean {
  const { phase, uploadId } = transfer;
  return phase === 'failed' && uploadId === undefined && !isWorthRetrying(transfer);
}

/** Whether the space was full. The upload can continue once there is room. */
export function isWithoutRoom({ failure }: Transfer): boolean {
  return failure?.code === 'quota_exceeded';
}

/** The server may encode the same name with other code points. */
export function isRenamed({ node, name }: Transfer): boolean {
  return node !== undefined && node.name !== name.normalize('NFC');
}

interface Rule {
  /** Phases in which the event applies. In other phases it is late or repeated, and ignored. */
  readonly from: readonly Phase[];
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
  unblocked: { from: ['interrupted'], to: { phase: 'queued', blockedBy: undefined, failure: undefined } },
  lost: { from: RUNNING, to: { phase: 'interrupted', blockedBy: 'file_missing' } },
  blocked: { from: ['interrupted'], to: { blockedBy: 'file_missing' } },
  cancelled: {
    from: [...RUNNING, 'queued', 'paused', 'interrupted', 'conflict', 'failed'],
    to: { phase: 'cancelled' },
  },
};

/** Returns the next state of a transfer, or the same object if the event does not apply to the phase. Pure. */
export function next(transfer: Transfer, event: TransferEvent): Transfer {
  const { type, ...facts } = event;
  const { from, to } = RULES[type];
  if (!from.includes(transfer.phase)) return transfer;
  const after = { ...transfer, ...to, ...facts };
  // A reservation does not start a transfer that is interrupted, queued or failed.
  if (type === 'reserved' && !isRunning(transfer)) return { ...after, phase: transfer.phase };
  if (type === 'decided' && after.conflict === 'skip') return { ...after, phase: 'skipped' };
  if (type === 'sent') return { ...after, sentBytes: transfer.sizeBytes };
  return { ...after, sentBytes: Math.min(after.sentBytes, transfer.sizeBytes) };
}
