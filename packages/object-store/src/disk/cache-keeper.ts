import { errorFacts, type Log } from '../log.ts';
import type { BucketTable } from './bucket-table.ts';
import type { IndexCache } from './keys/index-cache.ts';
import type { ObjectTable } from './object-table.ts';
import type { Recovered } from './recovery.ts';

export interface CacheKeeperParts {
  readonly cache: IndexCache;
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly log: Log;
  /** False if recovered data may not be durable, because the next start treats cached data as durable. */
  readonly mayBeSaved: () => boolean;
  readonly recovered: Pick<Recovered, 'suspectShards' | 'isCacheStale'>;
}

/**
 * Writes the key cache when keys have changed and nothing is being committed. Without the cache, the next start is only
 * slower.
 */
export class CacheKeeper {
  readonly #parts: CacheKeeperParts;
  #savedChanges: number | undefined;

  constructor(parts: CacheKeeperParts) {
    this.#parts = parts;
    this.#savedChanges = parts.recovered.isCacheStale ? undefined : parts.objects.changes;
  }

  async save(): Promise<void> {
    const { cache, buckets, objects, log, recovered, mayBeSaved } = this.#parts;
    const { changes } = objects;
    if (!mayBeSaved() || !objects.isIdle || changes === this.#savedChanges) return;
    try {
      // All in one tick, so that folders and keys are consistent.
      const snapshots = buckets.list().map(({ name }) =>
        cache.snapshot({
          bucket: name,
          entries: objects.index(name).entries(),
          isSuspect: (shard) => recovered.suspectShards.has(`${name}/${shard}`),
        }),
      );
      this.#savedChanges = changes;
      cache.prune((bucket) => buckets.find(bucket) !== undefined);
      for (const snapshot of snapshots) await cache.save(snapshot);
    } catch (error) {
      this.#savedChanges = undefined;
      log({ level: 'warn', event: 'index_not_saved', facts: errorFacts(error) });
    }
  }
}
