import { assert, err, ok, type Result } from '@coffer/kit';

export interface FairSlotsOptions {
  readonly slotsMax: number;
  readonly slotsPerKeyMax: number;
  readonly waitingMax: number;
  /** Default: `waitingMax`. */
  readonly waitingPerKeyMax?: number;
}

/** May be called more than once. */
export type Release = () => void;

export type SlotRefusal = { readonly code: 'queue_full' | 'given_up' };

/** Slots are given out FIFO within a key, and round-robin between keys. */
export interface FairSlots {
  /** `given_up`: `signal` was aborted before a slot was free. */
  acquire(key: string, signal?: () => AbortSignal): Promise<Result<Release, SlotRefusal>>;
}

interface Queue {
  taken: number;
  readonly waiting: Set<() => void>;
}

/** Counts slots of this process only. */
export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { slotsMax, slotsPerKeyMax, waitingMax, waitingPerKeyMax = waitingMax } = options;
  assert(slotsMax > 0 && slotsPerKeyMax > 0, 'the slot limits must be positive');
  const queues = new Map<string, Queue>();
  const turns = new Set<string>();
  let taken = 0;
  let waiting = 0;

  const take = (key: string, queue: Queue): Release => {
    taken += 1;
    queue.taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      taken -= 1;
      queue.taken -= 1;
      if (queue.waiting.size > 0) turns.add(key);
      else if (queue.taken === 0) queues.delete(key);
      grantNext();
    };
  };

  const grantNext = (): void => {
    for (const key of turns) {
      if (taken >= slotsMax) return;
      turns.delete(key);
      const queue = queues.get(key);
      const [grant] = queue?.waiting ?? [];
      if (queue === undefined || grant === undefined) continue;
      leave(queue, grant);
      grant();
      if (queue.waiting.size > 0 && queue.taken < slotsPerKeyMax) turns.add(key);
    }
  };

  const leave = (queue: Queue, grant: () => void): void => {
    if (queue.waiting.delete(grant)) waiting -= 1;
  };

  const wait = async (
    key: string,
    queue: Queue,
    signal: AbortSignal | undefined,
  ): Promise<Result<Release, SlotRefusal>> =>
    await new Promise((resolve) => {
      const grant = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(ok(take(key, queue)));
      };
      const giveUp = (): void => {
        leave(queue, grant);
        if (queue.waiting.size === 0) turns.delete(key);
        if (queue.waiting.size === 0 && queue.taken === 0) queues.delete(key);
        resolve(err({ code: 'given_up' }));
      };
      queue.waiting.add(grant);
      waiting += 1;
      if (queue.taken < slotsPerKeyMax) turns.add(key);
      if (signal?.aborted === true) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
    });

  return {
    acquire: async (key, signal) => {
      const queue = queues.get(key) ?? { taken: 0, waiting: new Set() };
      const isFree = taken < slotsMax && queue.taken < slotsPerKeyMax && queue.waiting.size === 0;
      if (!isFree && (waiting >= waitingMax || queue.waiting.size >= waitingPerKeyMax)) {
        return err({ code: 'queue_full' });
      }
      queues.set(key, queue);
      return isFree ? ok(take(key, queue)) : await wait(key, queue, signal?.());
    },
  };
}
