/** How many times what is still free one holder may have. */
const SHARE = 3;

/**
 * Counts what is served at the same time. Nobody may have more than three times what is still free: one alone gets three quarters, and
 * whoever comes then finds room, be it less each time.
 */
export class Places {
  readonly #max: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** What gives the place back, to be called once; undefined when there is none, or one of the holders has enough. */
  take(holders: readonly string[]): (() => void) | undefined {
    const free = this.#max - this.#taken;
    if (free <= 0 || holders.some((holder) => this.#heldBy(holder) >= SHARE * free)) return undefined;
    this.#taken += 1;
    for (const holder of holders) this.#held.set(holder, this.#heldBy(holder) + 1);
    return () => {
      this.#taken -= 1;
      for (const holder of holders) this.#giveBack(holder);
    };
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  #giveBack(holder: string): void {
    const left = this.#heldBy(holder) - 1;
    if (left === 0) this.#held.delete(holder);
    else this.#held.set(holder, left);
  }
}
