import { createExponent, type Exponent, importExponent } from './group.ts';

const READY_MAX = 16;
/** Number of cached exponents. An older exponent is imported again when it is needed. */
const CACHE_MAX = 1000;

/**
 * Precomputes exponents, because g^b takes half of the time of a response, and caches those in use. The database stores
 * the values, so exchanges also work with other processes and after a restart.
 */
export interface Exponents {
  take(): Promise<Exponent>;
  keep(exchange: Buffer, exponent: Exponent): void;
  recall(exchange: Buffer, read: () => bigint): Exponent;
}

export function createExponents(): Exponents {
  const ready: Exponent[] = [];
  const cache = new Map<string, Exponent>();
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
      const [oldest] = cache.keys();
      if (cache.size >= CACHE_MAX && oldest !== undefined) cache.delete(oldest);
      cache.set(exchange.toString('base64'), exponent);
    },
    recall(exchange, read) {
      const key = exchange.toString('base64');
      const found = cache.get(key);
      cache.delete(key);
      return found ?? importExponent(read());
    },
  };
}
