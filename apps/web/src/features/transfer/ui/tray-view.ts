import type { Phase, Transfer } from '../model/machine.ts';
import type { TransferView } from '../model/transfer-store.ts';
import type { Summary } from '../model/summary.ts';

export type UnavailableService = 'network' | 'server' | 'store';

/** The view model of the tray. Immutable. */
export interface TrayView {
  readonly summary: Summary;
  /** By urgency: first transfers that need the person, then running ones. */
  readonly rows: readonly Transfer[];
  readonly conflicts: readonly Conflict[];
  /** The service that cannot be reached, while transfers wait for it. */
  readonly unavailable: Exclude<UnavailableService, 'network'> | undefined;
}

export interface Conflict {
  readonly first: Transfer;
  readonly transfers: readonly Transfer[];
  readonly count: number;
  /** Whether the transfer is the only entry of its batch. */
  readonly isAlone: boolean;
}

const ROWS_MAX = 100;
/** The first phases wait for the person. Each of them leaves rows for the others. */
const ATTENTION_PHASES = 3;
const ATTENTION_ROWS = 20;
/** With more transfers than this, fewer rows are rendered, because rendering slows down sending. */
const MANY = 100;
const ROWS_OF_MANY = 20;
const MOVING: readonly Phase[] = ['uploading', 'completing', 'preparing', 'queued', 'done', 'skipped'];

const known = new WeakMap<TransferView, TrayView>();

/** Cached for each view. */
export function trayViewOf(view: TransferView): TrayView {
  const found = known.get(view);
  if (found !== undefined) return found;
  const { summary } = view;
  const trayView = {
    summary,
    rows: rowsOf(view),
    conflicts: conflictsOf(view),
    unavailable: unavailableOf(view),
  };
  known.set(view, trayView);
  return trayView;
}

function rowsOf({ summary, byPhase }: TransferView): readonly Transfer[] {
  const rows: Transfer[] = [];
  let shownMoving = 0;
  const movingMax = summary.open > MANY ? ROWS_OF_MANY : ROWS_MAX;
  const all = Object.values(byPhase);
  for (const [at, transfers] of all.entries()) {
    const reserved = all
      .slice(at + 1, ATTENTION_PHASES)
      .reduce((sum, { size }) => sum + Math.min(size, ATTENTION_ROWS), 0);
    for (const transfer of transfers.values()) {
      if (rows.length >= ROWS_MAX - reserved) break;
      if (MOVING.includes(transfer.phase)) {
        if (shownMoving >= movingMax) break;
        shownMoving += 1;
      }
      rows.push(transfer);
    }
  }
  return rows;
}

function conflictsOf({ byPhase, batchSizes }: TransferView): readonly Conflict[] {
  const byBatch = new Map<string, { readonly first: Transfer; readonly transfers: Transfer[] }>();
  for (const transfer of byPhase.conflict.values()) {
    const batch = byBatch.get(transfer.batchId);
    if (batch === undefined) byBatch.set(transfer.batchId, { first: transfer, transfers: [transfer] });
    else batch.transfers.push(transfer);
  }
  return Array.from(byBatch, ([batchId, { first, transfers }]) => ({
    first,
    transfers,
    count: transfers.length,
    isAlone: batchSizes.get(batchId) === 1,
  }));
}

/** Failures of the store, seen by the browser or reported by the server. */
const STORE_CODES = ['network', 'store_unavailable'];

export function unavailableOf({ summary, outage }: TransferView): TrayView['unavailable'] {
  if (outage === undefined || summary.running === 0) return undefined;
  return STORE_CODES.includes(outage.code) ? 'store' : 'server';
}
