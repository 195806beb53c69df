/** Runs tasks of the same name one after the other, tasks of different names side by side. */
export class KeyLock {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(name);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    this.#tails.set(name, done);
    await before;
    try {
      return await task();
    } finally {
      if (this.#tails.get(name) === done) this.#tails.delete(name);
      finish();
    }
  }
}
