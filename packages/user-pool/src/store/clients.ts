import { SECOND_MS } from '@coffer/kit';
import type { Db } from './database.ts';
import { type Client, findClient } from './pools.ts';

/** So long a process may go on with the settings that another one has changed. */
const KEPT_MS = SECOND_MS;
const CLIENTS_MAX = 1000;

/**
 * The clients, with their pools, as requests find them: read and parsed at most once a second, since every request asks
 * for one and they hardly ever change. A change counts at once in the process that was asked for it.
 */
export interface Clients {
  find(clientId: string): Promise<Client | undefined>;
  /** To be called after a change was committed: what was read before, or is being read, is kept no more. */
  forget(): void;
}

export function createClients(db: Db): Clients {
  let kept = new Map<string, { readonly client: Client; readonly readAtMs: number }>();
  return {
    async find(clientId) {
      // Not the clock of the pool: a wall clock that is set back would make old settings young.
      const nowMs = performance.now();
      const found = kept.get(clientId);
      if (found !== undefined && nowMs - found.readAtMs < KEPT_MS) return found.client;
      const into = kept;
      const client = await findClient(db, clientId);
      if (into.size >= CLIENTS_MAX) into.clear();
      if (client === undefined) into.delete(clientId);
      else into.set(clientId, { client, readAtMs: nowMs });
      return client;
    },
    forget() {
      kept = new Map();
    },
  };
}
