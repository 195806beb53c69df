import { createExponent, type Exponent, importExponent } from './group.ts';

/** So many are ready at most: more than come at once, and few enough that nobody notices how they are made. */
const READY_MAX = 16;
/** Of exchanges under way; of more than that the oldest are imported again. */
const KEPT_MAX = 1000;

/**
 * The secret exponents of SRP exchanges. A power of the generator costs as much as the rest of an answer, so that a few
 * are made ahead, away from the main thread, and the exponent of an exchange is kept for its answer. What is kept is a
 * copy of what the database has: another process, or this one after a restart, imports it from there.
 */
export interface Exponents {
  /** One that nobody was given before. */
  take(): Promise<Exponent>;
  keep(exchange: Buffer, exponent: Exponent): void;
  /** That of an exchange, which is then kept no more; `read` gives its value where it was not kept. */
  recall(exchange: Buffer, read: () => bigint): Exponent;
}

export function createExponents(): Exponents {
  const ready: Exponent[] = [];
  const kept = new Map<string, Exponent>();
  let isFilling = false;

  async function fill(): Promise<void> {
    if (isFilling) return;
    isFilling = true;
    try {
      while (ready.length < READY_MAX) ready.push(await createExponent());
    } finally {
      isFilling = false;
    }
  }

  return {
    async take() {
      const taken = ready.pop();
      void fill();
      return taken ?? (await createExponent());
    },
    keep(exchange, exponent) {
      const [oldest] = kept.keys();
      if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      kept.set(exchange.toString('base64'), exponent);
    },
    recall(exchange, read) {
      const key = exchange.toString('base64');
      const found = kept.get(key);
      kept.delete(key);
      return found ?? importExponent(read());
    },
  };
}
