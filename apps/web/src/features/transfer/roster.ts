import { ENDED, type Phase, type Transfer, type TransferFailure } from './machine.ts';
import { counted, NOTHING, type Summary } from './summary.ts';

/** Everything that is known of the transfers: what is shown of it is worked out where it is shown. Replaced with every change. */
export interface TransferView {
  readonly summary: Summary;
  /** By urgency. */
  readonly byPhase: Readonly<Record<Phase, ReadonlyMap<string, Transfer>>>;
  /** How much each batch has brought, as long as there are transfers. */
  readonly batchSizes: ReadonlyMap<string, number>;
  /** Why everything stands still for now, and goes on by itself. */
  readonly waitsFor: TransferFailure | undefined;
}

/** A list of ten thousand finished files helps nobody either; they stay in the sums. */
const ENDED_KEPT = 200;

/** All transfers, with sums that cost the same for ten and for a hundred thousand of them. */
export class Roster {
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
  readonly #batchSizes = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #later: (notify: () => void) => void;
  #summary: Summary = NOTHING;
  #view: TransferView | undefined;
  #waitsFor: TransferFailure | undefined;
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

  waits(waitsFor: TransferFailure | undefined): void {
    this.#waitsFor = waitsFor;
    this.#changed();
  }

  inPhase(phase: Phase): readonly Transfer[] {
    return [...this.#byPhase[phase].values()];
  }

  view(): TransferView {
    this.#view ??= {
      summary: this.#summary,
      byPhase: this.#byPhase,
      batchSizes: this.#batchSizes,
      waitsFor: this.#waitsFor,
    };
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
