import { isOpen, isRunning, isWorthRetrying, type Transfer } from './machine.ts';

export interface Summary {
  readonly total: number;
  readonly open: number;
  readonly running: number;
  /** Open ones without a stored handle: a reload would need the file again. */
  readonly lostOnReload: number;
  readonly paused: number;
  /** Includes `held`. */
  readonly interrupted: number;
  /** Running on other devices. */
  readonly activeElsewhere: number;
  /** Interrupted ones that need read permission. */
  readonly needPermission: number;
  /** Interrupted ones that are not in a chosen folder. */
  readonly singleFiles: number;
  readonly conflicts: number;
  readonly failed: number;
  readonly retriable: number;
  readonly done: number;
  readonly skipped: number;
  /** Without failed transfers. */
  readonly sizeBytes: number;
  readonly sentBytes: number;
}

export const EMPTY_SUMMARY: Summary = {
  total: 0,
  open: 0,
  running: 0,
  lostOnReload: 0,
  paused: 0,
  interrupted: 0,
  activeElsewhere: 0,
  needPermission: 0,
  singleFiles: 0,
  conflicts: 0,
  failed: 0,
  retriable: 0,
  done: 0,
  skipped: 0,
  sizeBytes: 0,
  sentBytes: 0,
};

/** Adds (`sign` 1) or removes (-1) one transfer. */
export function addToSummary(sum: Summary, transfer: Transfer, sign: 1 | -1): Summary {
  const { phase, blockedBy, path } = transfer;
  const isInterrupted = phase === 'interrupted';
  const one = (isCounted: boolean): number => (isCounted ? sign : 0);
  const counts = !['cancelled', 'skipped', 'interrupted', 'failed'].includes(phase);
  return {
    total: sum.total + sign,
    open: sum.open + one(isOpen(transfer)),
    running: sum.running + one(isRunning(transfer)),
    lostOnReload: sum.lostOnReload + one(isOpen(transfer) && !transfer.survivesReload),
    paused: sum.paused + one(phase === 'paused'),
    interrupted: sum.interrupted + one(isInterrupted),
    activeElsewhere: sum.activeElsewhere + one(isInterrupted && blockedBy === 'active_elsewhere'),
    needPermission: sum.needPermission + one(isInterrupted && blockedBy === 'permission'),
    singleFiles: sum.singleFiles + one(isInterrupted && path.length === 1),
    conflicts: sum.conflicts + one(phase === 'conflict'),
    failed: sum.failed + one(phase === 'failed'),
    retriable: sum.retriable + one(isWorthRetrying(transfer)),
    done: sum.done + one(phase === 'done'),
    skipped: sum.skipped + one(phase === 'skipped'),
    sizeBytes: sum.sizeBytes + one(counts) * transfer.sizeBytes,
    sentBytes: sum.sentBytes + one(counts) * (phase === 'done' ? transfer.sizeBytes : transfer.sentBytes),
  };
}
