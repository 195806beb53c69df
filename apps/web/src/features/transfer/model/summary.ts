import { isOpen, isRunning, isWorthRetrying, type Transfer } from './machine.ts';

export interface Summary {
  readonly total: number;
  readonly open: number;
  readonly running: number;
  /** Open transfers without a stored handle: after a reload, their files must be chosen again. */
  readonly lostOnReload: number;
  readonly paused: number;
  /** Includes `activeElsewhere`. */
  readonly interrupted: number;
  /** Interrupted transfers that run on other devices. */
  readonly activeElsewhere: number;
  /** Interrupted transfers that need read permission. */
  readonly needPermission: number;
  /** Interrupted files that were not chosen as part of a folder. */
  readonly singleFiles: number;
  readonly conflicts: number;
  readonly failed: number;
  readonly retriable: number;
  readonly done: number;
  readonly skipped: number;
  /** Without cancelled, skipped, interrupted and failed transfers. */
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
  const countIf = (isCounted: boolean): number => (isCounted ? sign : 0);
  const isIncluded = !['cancelled', 'skipped', 'interrupted', 'failed'].includes(phase);
  return {
    total: sum.total + sign,
    open: sum.open + countIf(isOpen(transfer)),
    running: sum.running + countIf(isRunning(transfer)),
    lostOnReload: sum.lostOnReload + countIf(isOpen(transfer) && !transfer.survivesReload),
    paused: sum.paused + countIf(phase === 'paused'),
    interrupted: sum.interrupted + countIf(isInterrupted),
    activeElsewhere: sum.activeElsewhere + countIf(isInterrupted && blockedBy === 'active_elsewhere'),
    needPermission: sum.needPermission + countIf(isInterrupted && blockedBy === 'permission'),
    singleFiles: sum.singleFiles + countIf(isInterrupted && path.length === 1),
    conflicts: sum.conflicts + countIf(phase === 'conflict'),
    failed: sum.failed + countIf(phase === 'failed'),
    retriable: sum.retriable + countIf(isWorthRetrying(transfer)),
    done: sum.done + countIf(phase === 'done'),
    skipped: sum.skipped + countIf(phase === 'skipped'),
    sizeBytes: sum.sizeBytes + countIf(isIncluded) * transfer.sizeBytes,
    sentBytes:
      sum.sentBytes + countIf(isIncluded) * (phase === 'done' ? transfer.sizeBytes : transfer.sentBytes),
  };
}
