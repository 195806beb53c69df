import { ENDED, type Phase, type Transfer, type TransferFailure } from './machine.ts';
import { addToSummary, EMPTY_SUMMARY, type Summary } from './summary.ts';

/** An immutable snapshot of all transfers. */
export interface TransferView {
  readonly summary: Summary;
  /** Transfers by phase, the most urgent phase first. */
  readonly byPhase: Readonly<Record<Phase, ReadonlyMap<string, Transfer>>>;
  /** Ended transfers that are no longer in `byPhase`, the latest last. */
  readonly earlier: readonly Transfer[];
  readonly batchSizes: ReadonlyMap<string, number>;
  /** The failure because of which all transfers are waiting. Undefined without an outage. */
  readonly outage: TransferFailure | undefined;
}

/** Ended transfers of a phase beyond this number are only `earlier` ones. */
const ENDED_KEPT_MAX = 200;
/** Earlier transfers beyond this number stay only in the totals. */
const EARLIER_MAX = 10_000;
/** Earlier transfers are dropped in groups, because each time the others move up. */
const DROPPED_AT_ONCE = 1_000;

/** All transfers, with totals that are updated in constant time. */
export class TransferStore {
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
  readonly #earlier: Transfer[] = [];
  readonly #batchSizes = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #schedule: (notify: () => void) => void;
  #summary: Summary = EMPTY_SUMMARY;
  #view: TransferView | undefined;
  #outage: TransferFailure | undefined;
  #isNotified = true;

  constructor(schedule: (notify: () => void) => void) {
    this.#schedule = schedule;
  }

  add(transfer: Transfer): void {
    const { batchId } = transfer;
    this.#batchSizes.set(batchId, (this.#batchSizes.get(batchId) ?? 0) + 1);
    this.#insert(transfer);
    this.#changed();
  }

  replace(before: Transfer, after: Transfer): void {
    // A change within a phase keeps the transfer's place.
    if (before.phase !== after.phase) this.#byPhase[before.phase].delete(before.id);
    this.#summary = addToSummary(this.#summary, before, -1);
    this.#insert(after);
    this.#changed();
  }

  /** Moves the oldest ended transfers to the earlier ones, and returns them. */
  dropOldestEnded(): readonly Transfer[] {
    const gone = this.#remove((transfers) => transfers.slice(0, -ENDED_KEPT_MAX));
    for (const transfer of gone) this.#earlier.push(transfer);
    const over = this.#earlier.length - EARLIER_MAX;
    if (over >= DROPPED_AT_ONCE) this.#earlier.splice(0, over);
    return gone;
  }

  clear(): void {
    for (const transfers of this.#all()) transfers.clear();
    this.#earlier.length = 0;
    this.#batchSizes.clear();
    this.#summary = EMPTY_SUMMARY;
    this.#changed();
  }

  /** Removes ended transfers, and restarts the totals. */
  clearEnded(): readonly Transfer[] {
    const gone = this.#remove((transfers) => transfers);
    this.#earlier.length = 0;
    this.#summary = EMPTY_SUMMARY;
    for (const transfers of this.#all())
      for (const transfer of transfers.values()) this.#summary = addToSummary(this.#summary, transfer, 1);
    this.#changed();
    return gone;
  }

  setOutage(failure: TransferFailure | undefined): void {
    this.#outage = failure;
    this.#changed();
  }

  inPhase(phase: Phase): readonly Transfer[] {
    return [...this.#byPhase[phase].values()];
  }

  view(): TransferView {
    this.#view ??= {
      summary: this.#summary,
      byPhase: this.#byPhase,
      earlier: this.#earlier,
      batchSizes: this.#batchSizes,
      outage: this.#outage,
    };
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #remove(chosen: (transfers: readonly Transfer[]) => readonly Transfer[]): readonly Transfer[] {
    const gone = ENDED.flatMap((phase) => chosen(this.inPhase(phase)));
    for (const { id, phase } of gone) this.#byPhase[phase].delete(id);
    return gone;
  }

  #all(): readonly Map<string, Transfer>[] {
    return Object.values(this.#byPhase);
  }

  #insert(transfer: Transfer): void {
    this.#byPhase[transfer.phase].set(transfer.id, transfer);
    this.#summary = addToSummary(this.#summary, transfer, 1);
  }

  #changed(): void {
    this.#view = undefined;
    if (!this.#isNotified) return;
    this.#isNotified = false;
    // Small files cause hundreds of events a second, so notifications are batched.
    this.#schedule(() => {
      this.#isNotified = true;
      for (const listener of this.#listeners) listener();
    });
  }
}
