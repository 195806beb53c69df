import { ENDED, type Phase, type Transfer } from './machine.ts';
import { counted, NOTHING, type Summary } from './summary.ts';

/** Everything that can be seen of the transfers. Replaced, never changed. */
export interface TransferView {
  readonly summary: Summary;
  /** The first of them by urgency: what needs the person, in whichever way, then what is under way. */
  readonly rows: readonly Transfer[];
  /** Names that are taken: the first of each batch, and how many there are by now. */
  readonly conflicts: readonly Conflict[];
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
/** A list of ten thousand finished files helps nobody either; they stay in the sums. */
const ENDED_KEPT = 200;

/** All transfers, with sums that cost the same for ten and for a hundred thousand of them. */
export class Roster {
  /** By urgency. */
  readonly #byPhase: Readonly<Record<Phase, Map<string, Transfer>>> = {
    conflict: new Map(),
    failed: new Map(),
    interrupted: new Map(),
    uploading: new Map(),
    completing: new Map(),
    preparing: new Map(),
    paused: new Map(),
    queued: new Map(),
    done: new Map(),
    skipped: new Map(),
    cancelled: new Map(),
  };
  /** How much each batch has brought, as long as there are transfers. */
  readonly #batchSizes = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #later: (notify: () => void) => void;
  #summary: Summary = NOTHING;
  #view: TransferView | undefined;
  #isTold = true;

  constructor(later: (notify: () => void) => void) {
    this.#later = later;
  }

  add(transfer: Transfer): void {
    const { batchId } = transfer;
    this.#batchSizes.set(batchId, (this.#batchSizes.get(batchId) ?? 0) + 1);
    this.#enter(transfer);
    this.#changed();
  }

  replace(before: Transfer, after: Transfer): void {
    // Within a phase its place in the list is kept.
    if (before.phase !== after.phase) this.#byPhase[before.phase].delete(before.id);
    this.#summary = counted(this.#summary, before, -1);
    this.#enter(after);
    this.#changed();
  }

  /** Ended ones beyond those that are shown; they are not in the list any more. */
  forgetOldest(): readonly Transfer[] {
    return this.#without((transfers) => transfers.slice(0, -ENDED_KEPT));
  }

  /** The whole is forgotten, the sums too. */
  clear(): void {
    for (const transfers of this.#all()) transfers.clear();
    this.#batchSizes.clear();
    this.#summary = NOTHING;
    this.#changed();
  }

  /** What has ended leaves the list, and the sums begin anew with the rest. */
  clearEnded(): readonly Transfer[] {
    const gone = this.#without((transfers) => transfers);
    this.#summary = NOTHING;
    for (const transfers of this.#all())
      for (const transfer of transfers.values()) this.#summary = counted(this.#summary, transfer, 1);
    this.#changed();
    return gone;
  }

  inPhase(phase: Phase): readonly Transfer[] {
    return [...this.#byPhase[phase].values()];
  }

  view(): TransferView {
    this.#view ??= {
      summary: this.#summary,
      rows: this.#rows(),
      conflicts: this.#conflicts(),
    };
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #rows(): readonly Transfer[] {
    const rows: Transfer[] = [];
    let moving = 0;
    const movingMax = this.#summary.open > CROWD ? ROWS_OF_CROWD : ROWS_MAX;
    for (const [at, transfers] of this.#all().entries()) {
      const owed = this.#all()
        .slice(at + 1, WAITING)
        .reduce((sum, { size }) => sum + Math.min(size, WAITING_ROWS), 0);
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

  #conflicts(): readonly Conflict[] {
    const byBatch = new Map<string, Conflict>();
    for (const transfer of this.#byPhase.conflict.values()) {
      const { first, count } = byBatch.get(transfer.batchId) ?? { first: transfer, count: 0 };
      const isAlone = this.#batchSizes.get(transfer.batchId) === 1;
      byBatch.set(transfer.batchId, { first, count: count + 1, isAlone });
    }
    return [...byBatch.values()];
  }

  /** Takes some of those that have ended, per phase, off the list. */
  #without(chosen: (transfers: readonly Transfer[]) => readonly Transfer[]): readonly Transfer[] {
    const gone = ENDED.flatMap((phase) => chosen(this.inPhase(phase)));
    for (const { id, phase } of gone) this.#byPhase[phase].delete(id);
    return gone;
  }

  #all(): readonly Map<string, Transfer>[] {
    return Object.values(this.#byPhase);
  }

  #enter(transfer: Transfer): void {
    this.#byPhase[transfer.phase].set(transfer.id, transfer);
    this.#summary = counted(this.#summary, transfer, 1);
  }

  #changed(): void {
    this.#view = undefined;
    if (!this.#isTold) return;
    this.#isTold = false;
    // Many small files make hundreds of events a second; nobody reads faster than this.
    this.#later(() => {
      this.#isTold = true;
      for (const listener of this.#listeners) listener();
    });
  }
}
