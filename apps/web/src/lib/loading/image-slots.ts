/** Limits how many images load at the same time; the others wait in order. */
export class ImageSlots {
  readonly #max: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Calls `start` when a slot is free. Returns the function that releases the slot, or leaves the queue. */
  acquire(start: () => void): () => void {
    let isReleased = false;
    let hasStarted = false;
    const begin = (): void => {
      hasStarted = true;
      this.#taken += 1;
      start();
    };
    this.#waiting.add(begin);
    this.#next();
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#waiting.delete(begin);
      if (!hasStarted) return;
      this.#taken -= 1;
      this.#next();
    };
  }

  #next(): void {
    const [begin] = this.#waiting;
    if (begin === undefined || this.#taken >= this.#max) return;
    this.#waiting.delete(begin);
    begin();
  }
}
