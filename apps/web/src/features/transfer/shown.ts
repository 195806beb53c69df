import type { Phase, Transfer } from './machine.ts';
import type { TransferView } from './roster.ts';
import type { Summary } from './summary.ts';

/** What transfers that run wait for. */
export type Waiting = 'network' | 'server' | 'store';

/** Everything that can be seen of the transfers. Replaced, never changed. */
export interface Shown {
  readonly summary: Summary;
  /** The first of them by urgency: what needs the person, in whichever way, then what is under way. */
  readonly rows: readonly Transfer[];
  /** Names that are taken: the first of each batch, and how many there are by now. */
  readonly conflicts: readonly Conflict[];
  /** What nobody answers at, for now: what runs goes on by itself. */
  readonly waitsFor: Exclude<Waiting, 'network'> | undefined;
}

export interface Conflict {
  readonly first: Transfer;
  readonly count: number;
  /** Nothing else was brought with it. */
  readonly isAlone: boolean;
}

/** More rows than these help nobody. */
const ROWS_MAX = 100;
/** So many phases, the first of all, wait for the person. Each leaves room for some rows of the others. */
const WAITING = 3;
const WAITING_ROWS = 20;
/** While more than these are open nobody follows each of them, and drawing a hundred anew again and again takes time from sending. */
const CROWD = 100;
const ROWS_OF_CROWD = 20;
/** What goes on, or has ended, by itself. */
const MOVING: readonly Phase[] = ['uploading', 'completing', 'preparing', 'queued', 'done', 'skipped'];

const known = new WeakMap<TransferView, Shown>();

/** What there is to see in a view: the same as long as that is the same. */
export function shownOf(view: TransferView): Shown {
  const found = known.get(view);
  if (found !== undefined) return found;
  const { summary } = view;
  const shown = { summary, rows: rowsOf(view), conflicts: conflictsOf(view), waitsFor: waitsForOf(view) };
  known.set(view, shown);
  return shown;
}

function rowsOf({ summary, byPhase }: TransferView): readonly Transfer[] {
  const rows: Transfer[] = [];
  let moving = 0;
  const movingMax = summary.open > CROWD ? ROWS_OF_CROWD : ROWS_MAX;
  const all = Object.values(byPhase);
  for (const [at, transfers] of all.entries()) {
    const owed = all.slice(at + 1, WAITING).reduce((sum, { size }) => sum + Math.min(size, WAITING_ROWS), 0);
    for (const transfer of transfers.values()) {
      if (rows.length >= ROWS_MAX - owed) break;
      if (MOVING.includes(transfer.phase)) {
        if (moving >= movingMax) break;
        moving += 1;
      }
      rows.push(transfer);
    }
  }
  return rows;
}

function conflictsOf({ byPhase, batchSizes }: TransferView): readonly Conflict[] {
  const byBatch = new Map<string, Conflict>();
  for (const transfer of byPhase.conflict.values()) {
    const { first, count } = byBatch.get(transfer.batchId) ?? { first: transfer, count: 0 };
    const isAlone = batchSizes.get(transfer.batchId) === 1;
    byBatch.set(transfer.batchId, { first, count: count + 1, isAlone });
  }
  return [...byBatch.values()];
}

/** Failures of the browser's own requests to the store, and what the server says of it. */
const OF_STORE = ['network', 'store_unavailable'];

function waitsForOf({ summary, waitsFor }: TransferView): Shown['waitsFor'] {
  if (waitsFor === undefined || summary.running === 0) return undefined;
  return OF_STORE.includes(waitsFor.code) ? 'store' : 'server';
}
