const SHARE = 3;

/**
 * Limits concurrent requests. A holder gets at most three times the number of free slots, so a single one gets three
 * quarters and new ones still get some.
 */
export class Places {
  readonly #max: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the release function, to be called once; undefined when no slot is available for one of the holders. */
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
