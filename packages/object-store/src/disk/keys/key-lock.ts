/**
 * A lock per name, in FIFO order: exclusive tasks of a name run one at a time, and shared tasks between them
 * in parallel.
 */
export class KeyLock {
  readonly #queues = new Map<string, Queue>();

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(name);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const own: Queue = { last: done, sharing: new Set() };
    this.#queues.set(name, own);
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
  last: Promise<void> | undefined;
  readonly sharing: Set<Promise<void>>;
}
