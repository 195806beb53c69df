import { LIMITS } from '@coffer/contracts';
import { KIB } from '@coffer/kit';
import {
  onOverload,
  type ConcurrencyController,
  onBytes,
  startController,
} from './concurrency-controller.ts';
import { abortable } from '../model/abortable.ts';

/** A part of a large file, or a whole small file. */
export type SlotKind = 'part' | 'file';

/** Permission for one request to the store. */
export interface UploadSlot {
  readonly onBytes: (totalBytes: number) => void;
  /** Called when all bytes are sent and only the response is pending. */
  readonly onBodySent: () => void;
  readonly release: (end: 'stored' | 'overloaded' | 'refused') => void;
}

/** The request slots to the store, with an adaptive limit. */
export interface UploadSlots {
  /** Waits for a slot. Rejects with the signal's reason when aborted. */
  acquire(kind: SlotKind, signal: AbortSignal): Promise<UploadSlot>;
}

/** Counted for each request in addition to its bytes, so that many small files do not look like a slow network. */
const REQUEST_BYTES = 64 * KIB;
const SLOT_KINDS: readonly SlotKind[] = ['part', 'file'];

export function createUploadSlots(now: () => number): UploadSlots {
  return new AdaptiveSlots(now);
}

class AdaptiveSlots implements UploadSlots {
  readonly #now: () => number;
  readonly #waiting = { part: new Set<() => void>(), file: new Set<() => void>() };
  readonly #active = { part: 0, file: 0 };
  /** Requests whose bytes are all sent and whose response is pending. */
  readonly #waitingForAnswer = new Set<object>();
  #controller: ConcurrencyController;

  constructor(now: () => number) {
    this.#now = now;
    this.#controller = startController(now());
  }

  acquire(kind: SlotKind, signal: AbortSignal): Promise<UploadSlot> {
    return abortable(signal, (resolve) => {
      const start = (): void => {
        this.#active[kind] += 1;
        resolve(this.#open(kind));
      };
      this.#waiting[kind].add(start);
      this.#startWaiting();
      return () => this.#waiting[kind].delete(start);
    });
  }

  #open(kind: SlotKind): UploadSlot {
    let isActive = true;
    const request = {};
    let counted = 0;
    return {
      onBytes: (totalBytes) => {
        if (!isActive || totalBytes <= counted) return;
        this.#countBytes(totalBytes - counted);
        counted = totalBytes;
      },
      onBodySent: () => {
        if (isActive) this.#waitingForAnswer.add(request);
        this.#startWaiting();
      },
      release: (end) => {
        if (!isActive) return;
        this.#waitingForAnswer.delete(request);
        if (end === 'stored') this.#countBytes(REQUEST_BYTES);
        else if (end === 'overloaded') this.#controller = onOverload(this.#controller, this.#now());
        isActive = false;
        this.#active[kind] -= 1;
        this.#startWaiting();
      },
    };
  }

  #startWaiting(): void {
    for (;;) {
      const [kind] = SLOT_KINDS.filter((one) => this.#mayStart(one)).toSorted(
        (one, other) => this.#active[one] - this.#active[other],
      );
      const [start] = kind === undefined ? [] : this.#waiting[kind];
      if (kind === undefined || start === undefined) return;
      this.#waiting[kind].delete(start);
      start();
    }
  }

  /** Parts and small files share the slots evenly, at least one each. Parts leave one connection free for previews. */
  #mayStart(kind: SlotKind): boolean {
    const { part } = this.#active;
    if (this.#waiting[kind].size === 0 || (kind === 'part' && part >= LIMITS.partsInFlightMax)) return false;
    const hasRoom = this.#sending() < this.#limitFor(kind) || this.#active[kind] === 0;
    return this.#inUse() < LIMITS.requestsInFlightMax && hasRoom;
  }

  #inUse(): number {
    return this.#active.part + this.#active.file;
  }

  /**
   * With high latency, much of a part is buffered and its response is late. A request that only waits for its response
   * therefore frees its slot, unless the store is overloaded.
   */
  #sending(): number {
    const isCalm = isWithoutOverload(this.#controller, this.#now());
    return isCalm ? this.#inUse() - this.#waitingForAnswer.size : this.#inUse();
  }

  /** Small files are limited by latency, not bandwidth, so they use the maximum unless the store is overloaded. */
  #limitFor(kind: SlotKind): number {
    const hasParts = this.#active.part + this.#waiting.part.size > 0;
    const isRecovering = this.#now() < this.#controller.recoveringUntil;
    return kind === 'file' && !hasParts && !isRecovering
      ? LIMITS.requestsInFlightMax
      : this.#controller.limit;
  }

  #countBytes(bytes: number): void {
    const { limit } = this.#controller;
    const usable = this.#active.file > 0 ? limit : Math.min(limit, LIMITS.partsInFlightMax);
    const hasFreeSlots = this.#inUse() < usable;
    this.#controller = onBytes(this.#controller, bytes, { at: this.#now(), hasFreeSlots });
    if (this.#controller.limit > limit) this.#startWaiting();
  }
}

/** Whether the store has not reported an overload recently. */
function isWithoutOverload({ limit, recoveringUntil }: ConcurrencyController, at: number): boolean {
  return limit >= LIMITS.requestsInFlightFirst && at >= recoveringUntil;
}
