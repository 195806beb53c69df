const SHARE = 3;

/**
 * Limits concurrent requests. A holder gets at most three times the number of free slots, so a single holder gets three
 * quarters and new holders still get some.
 */
export class RequestSlots {
  readonly #max: number;
  readonly #usedByHolder = new Map<string, number>();
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Returns a function that releases the slot, to be called once. Undefined if no slot is available to one of the
   * holders.
   */
  acquire(holders: readonly string[]): (() => void) | undefined {
    const free = this.#max - this.#used;
    if (free <= 0 || holders.some((holder) => this.#usedBy(holder) >= SHARE * free)) return undefined;
    this.#used += 1;
    for (const holder of holders) this.#usedByHolder.set(holder, this.#usedBy(holder) + 1);
    return () => {
      this.#used -= 1;
      for (const holder of holders) this.#release(holder);
    };
  }

  #usedBy(holder: string): number {
    return this.#usedByHolder.get(holder) ?? 0;
  }

  #release(holder: string): void {
    const rest = this.#usedBy(holder) - 1;
    if (rest === 0) this.#usedByHolder.delete(holder);
    else this.#usedByHolder.set(holder, rest);
  }
}
