import type { Phase, Transfer } from './machine.ts';
import { counted, NOTHING, type Summary } from './summary.ts';

/** Everything that can be seen of the transfers. Replaced, never changed. */
export interface TransferView {
  readonly summary: Summary;
  /** The first of them by urgency: what needs the person, then what is under way. */
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
/** A list of ten thousand finished files helps nobody either; they stay in the sums. */
const ENDED_KEPT = 200;

const URGENCY: readonly Phase[] = [
  'conflict',
  'failed',
  'interrupted',
  'uploading',
  'completing',
  'preparing',
  'paused',
  'queued',
  'done',
  'skipped',
  'cancelled',
];

const ENDED: readonly Phase[] = ['done', 'skipped', 'cancelled'];

/** All transfers, with sums that cost the same for ten and for a hundred thousand of them. */
export class Roster {
  readonly #byPhase = new Map<Phase, Map<string, Transfer>>(URGENCY.map((phase) => [phase, new Map()]));
  readonly #conflicts = new Map<string, Map<string, Transfer>>();
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
    this.#batchSizes.set(transfer.batchId, this.#batchSizeOf(transfer.batchId) + 1);
    this.#enter(transfer);
    this.#changed();
  }

  replace(before: Transfer, after: Transfer): void {
    // Within a phase its place in the list is kept.
    if (before.phase !== after.phase) this.#leave(before);
    this.#summary = counted(this.#summary, before, -1);
    this.#enter(after);
    this.#changed();
  }

  /** Takes a transfer out of the sums too. */
  remove(transfer: Transfer): void {
    this.#leave(transfer);
    this.#summary = counted(this.#summary, transfer, -1);
    this.#changed();
  }

  /** Ended ones beyond those that are shown; they are not in the list any more. */
  forgetOldest(): readonly Transfer[] {
    const forgotten: Transfer[] = [];
    for (const transfers of ENDED.map((phase) => this.#of(phase))) {
      let surplus = transfers.size - ENDED_KEPT;
      for (const transfer of transfers.values()) {
        if (surplus <= 0) break;
        surplus -= 1;
        transfers.delete(transfer.id);
        forgotten.push(transfer);
      }
    }
    return forgotten;
  }

  /** The whole is forgotten, the sums too. */
  clear(): void {
    for (const transfers of this.#byPhase.values()) transfers.clear();
    this.#conflicts.clear();
    this.#batchSizes.clear();
    this.#summary = NOTHING;
    this.#changed();
  }

  /** What has ended leaves the list, and the sums begin anew with the rest. */
  clearEnded(): readonly Transfer[] {
    const gone = ENDED.flatMap((phase) => [...this.#of(phase).values()]);
    for (const transfer of gone) this.#of(transfer.phase).delete(transfer.id);
    this.#summary = NOTHING;
    for (const transfers of this.#byPhase.values())
      for (const transfer of transfers.values()) this.#summary = counted(this.#summary, transfer, 1);
    this.#changed();
    return gone;
  }

  inPhase(phase: Phase): readonly Transfer[] {
    return [...this.#of(phase).values()];
  }

  view(): TransferView {
    this.#view ??= {
      summary: this.#summary,
      rows: this.#rows(),
      conflicts: [...this.#conflicts.values()].flatMap((of) => {
        const [first] = of.values();
        return first === undefined
          ? []
          : [{ first, count: of.size, isAlone: this.#batchSizeOf(first.batchId) === 1 }];
      }),
    };
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #rows(): readonly Transfer[] {
    const rows: Transfer[] = [];
    for (const phase of URGENCY) {
      for (const transfer of this.#of(phase).values()) {
        if (rows.length >= ROWS_MAX) return rows;
        rows.push(transfer);
      }
    }
    return rows;
  }

  #enter(transfer: Transfer): void {
    this.#of(transfer.phase).set(transfer.id, transfer);
    if (transfer.phase === 'conflict') this.#conflictsOf(transfer.batchId).set(transfer.id, transfer);
    this.#summary = counted(this.#summary, transfer, 1);
  }

  #leave(transfer: Transfer): void {
    this.#of(transfer.phase).delete(transfer.id);
    if (transfer.phase !== 'conflict') return;
    const others = this.#conflicts.get(transfer.batchId);
    others?.delete(transfer.id);
    if (others?.size === 0) this.#conflicts.delete(transfer.batchId);
  }

  #conflictsOf(batchId: string): Map<string, Transfer> {
    const known = this.#conflicts.get(batchId) ?? new Map<string, Transfer>();
    this.#conflicts.set(batchId, known);
    return known;
  }

  #batchSizeOf(batchId: string): number {
    return this.#batchSizes.get(batchId) ?? 0;
  }

  #of(phase: Phase): Map<string, Transfer> {
    const known = this.#byPhase.get(phase) ?? new Map<string, Transfer>();
    this.#byPhase.set(phase, known);
    return known;
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
