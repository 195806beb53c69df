import { SECOND_MS } from '@coffer/kit';
import type { Db } from './database/database.ts';
import { type Client, findClient } from './pools.ts';

/** How long other processes may use stale settings. */
const CACHE_MS = SECOND_MS;
const CLIENTS_MAX = 1000;

/** Caches clients with their pools for one second. Changes by this process take effect at once. */
export interface Clients {
  find(clientId: string): Promise<Client | undefined>;
  /** Call this after a commit. Also discards the results of reads in progress. */
  forget(): void;
}

export function createClients(db: Db): Clients {
  let cache = new Map<string, { readonly client: Client; readonly readAtMs: number }>();
  return {
    async find(clientId) {
      // Monotonic, because a wall clock that is set back would extend the cache.
      const nowMs = performance.now();
      const found = cache.get(clientId);
      if (found !== undefined && nowMs - found.readAtMs < CACHE_MS) return found.client;
      const into = cache;
      const client = await findClient(db, clientId);
      if (into.size >= CLIENTS_MAX) into.clear();
      if (client === undefined) into.delete(clientId);
      else into.set(clientId, { client, readAtMs: nowMs });
      return client;
    },
    forget() {
      cache = new Map();
    },
  };
}
