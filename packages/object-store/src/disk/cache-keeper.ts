import { errorFacts, type Log } from '../log.ts';
import type { BucketTable } from './bucket-table.ts';
import type { IndexCache } from './index-cache.ts';
import type { ObjectTable } from './object-table.ts';
import type { Recovered } from './recovery.ts';

export interface CacheKeeperParts {
  readonly cache: IndexCache;
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly log: Log;
  /** False where what was found may not be durable: the next start takes what is written down for durable. */
  readonly mayBeSaved: () => boolean;
  readonly recovered: Pick<Recovered, 'suspectShards' | 'isCacheStale'>;
}

/** Writes the keys down when they have changed and nothing is being committed. Without it the next start reads more, no worse. */
export class CacheKeeper {
  readonly #parts: CacheKeeperParts;
  /** The state that was written last; undefined when nothing that can be believed is there. */
  #savedChanges: number | undefined;

  constructor(parts: CacheKeeperParts) {
    this.#parts = parts;
    this.#savedChanges = parts.recovered.isCacheStale ? undefined : parts.objects.changes;
  }

  async save(): Promise<void> {
    const { cache, buckets, objects, log, recovered, mayBeSaved } = this.#parts;
    const { changes } = objects;
    if (!mayBeSaved() || !objects.isAtRest || changes === this.#savedChanges) return;
    try {
      // All in one tick: folders and keys of the same moment.
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
