import { isOpen, isRunning, isWorthRetrying, type Transfer } from './machine.ts';

/** What the tray shows of all transfers together. */
export interface Summary {
  readonly total: number;
  readonly open: number;
  readonly running: number;
  /** Open ones whose file would have to be chosen again after a reload. */
  readonly exposed: number;
  readonly paused: number;
  /** Those that are held are among them. */
  readonly interrupted: number;
  /** What goes on on other devices. */
  readonly held: number;
  /** Interrupted ones that the browser wants to be asked about. */
  readonly toAllow: number;
  /** Interrupted ones that lie in no folder of what was chosen. */
  readonly single: number;
  readonly conflicts: number;
  readonly failed: number;
  /** Failed ones that may go better when they are tried again. */
  readonly retriable: number;
  readonly done: number;
  /** Of what is there or on its way: nothing more comes of a failed one until it is tried again. */
  readonly sizeBytes: number;
  readonly sentBytes: number;
}

export const NOTHING: Summary = {
  total: 0,
  open: 0,
  running: 0,
  exposed: 0,
  paused: 0,
  interrupted: 0,
  held: 0,
  toAllow: 0,
  single: 0,
  conflicts: 0,
  failed: 0,
  retriable: 0,
  done: 0,
  sizeBytes: 0,
  sentBytes: 0,
};

/** The summary with one transfer more (`sign` 1) or fewer (-1): it is never added up anew, however many there are. */
export function counted(sum: Summary, transfer: Transfer, sign: 1 | -1): Summary {
  const { phase, lack, path } = transfer;
  const isInterrupted = phase === 'interrupted';
  const one = (isCounted: boolean): number => (isCounted ? sign : 0);
  const counts = !['cancelled', 'skipped', 'interrupted', 'failed'].includes(phase);
  return {
    total: sum.total + sign,
    open: sum.open + one(isOpen(transfer)),
    running: sum.running + one(isRunning(transfer)),
    exposed: sum.exposed + one(isOpen(transfer) && !transfer.isSafe),
    paused: sum.paused + one(phase === 'paused'),
    interrupted: sum.interrupted + one(isInterrupted),
    held: sum.held + one(isInterrupted && lack === 'held'),
    toAllow: sum.toAllow + one(isInterrupted && lack === 'leave'),
    single: sum.single + one(isInterrupted && path.length === 1),
    conflicts: sum.conflicts + one(phase === 'conflict'),
    failed: sum.failed + one(phase === 'failed'),
    retriable: sum.retriable + one(isWorthRetrying(transfer)),
    done: sum.done + one(phase === 'done'),
    sizeBytes: sum.sizeBytes + one(counts) * transfer.sizeBytes,
    sentBytes: sum.sentBytes + one(counts) * (phase === 'done' ? transfer.sizeBytes : transfer.sentBytes),
  };
}
