/** Counts the long forms whose signature is not known yet: whoever sends one makes the store hold all of it. */
export class LongForms {
  readonly #max: number;
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** What ends the wait for the signature of one more; undefined when there are too many. */
  enter(): (() => void) | undefined {
    if (this.#open >= this.#max) return undefined;
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }
}
