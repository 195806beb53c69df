/**
 * Runs tasks of the same name one after the other, tasks of different names side by side. Tasks that share a name run side by side
 * as well, between those that have it for themselves; in the order in which they were asked for.
 */
export class KeyLock {
  readonly #queues = new Map<string, Queue>();

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(name);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const own: Queue = { last: done, sharing: new Set() };
    this.#queues.set(name, own);
    // A later sharer joins the later queue, so these are all there will be.
    if (before !== undefined) await Promise.all([before.last, ...before.sharing]);
    try {
      return await task();
    } finally {
      finish();
      own.last = undefined;
      this.#forget(name, own);
    }
  }

  async share<T>(name: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? { last: undefined, sharing: new Set<Promise<void>>() };
    this.#queues.set(name, queue);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    queue.sharing.add(done);
    await queue.last;
    try {
      return await task();
    } finally {
      finish();
      queue.sharing.delete(done);
      this.#forget(name, queue);
    }
  }

  #forget(name: string, queue: Queue): void {
    const isOver = queue.last === undefined && queue.sharing.size === 0;
    if (isOver && this.#queues.get(name) === queue) this.#queues.delete(name);
  }
}

interface Queue {
  /** The task that has the name for itself; undefined when it has ended. */
  last: Promise<void> | undefined;
  /** Those that share the name behind it. */
  readonly sharing: Set<Promise<void>>;
}
