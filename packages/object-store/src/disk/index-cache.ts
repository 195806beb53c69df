import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CHECKSUM_ALGORITHMS } from '../checksum/algorithms.ts';
import { type Durable, errorCode } from './durable.ts';
import type { KeyEntry } from './key-index.ts';
import { type Layout, shardOf } from './layout.ts';

/**
 * [Note: A cache that cannot lie] Reading every manifest at the start takes seconds per 100,000 objects, so the keys are written down when
 * the store stops or rests. `meta` stays the truth: each folder of manifests is noted with the time it was last changed, and
 * one whose time is another now is read. Every commit and removal changes that time. A folder that was changed within the clock's
 * blur before the cache was written is never trusted, and a torn or changed file is as good as none. What left a pack changed no folder, so a pack is
 * asked in any case what is left in it: one read for dozens of objects.
 */
export interface CachedIndex {
  readonly entries: readonly KeyEntry[];
  /** The folders of manifests that are as they were. */
  readonly freshShards: ReadonlySet<string>;
  /** When all of it was durable, by the clock of the files. */
  readonly savedAtMs: number;
}

const VERSION = 2;
/** Coarser than any file system's clock in use. */
const BLUR_NS = 2_000_000_000n;

const fileSchema = z.object({
  version: z.literal(VERSION),
  bucket: z.string(),
  /** Older ones do not say. */
  savedAtMs: z.number().default(0),
  shards: z.array(z.tuple([z.string().regex(/^[0-9a-f]{2}$/), z.string().regex(/^\d{1,20}$/)])),
  entries: z.array(
    z.tuple([
      z.string(),
      z.int().min(0),
      z.string(),
      z.number(),
      z.enum(CHECKSUM_ALGORITHMS).nullable(),
      z.string().regex(/^[0-9a-f]{2}$/),
      z.tuple([z.string().regex(/^[0-9a-f]{32}$/), z.int().min(0)]).nullable(),
    ]),
  ),
});

export interface CacheInput {
  readonly bucket: string;
  readonly entries: readonly KeyEntry[];
  /** Folders that hold records which cannot be read: they are looked at anew each time. */
  readonly isSuspect: (shard: string) => boolean;
}

/** What is to be written, taken in one tick, while nothing is being committed. */
export interface CacheSnapshot {
  readonly bucket: string;
  readonly savedAtMs: number;
  readonly shards: readonly (readonly [string, string])[];
  readonly entries: readonly KeyEntry[];
}

export class IndexCache {
  readonly #layout: Layout;
  readonly #durable: Durable;

  constructor(layout: Layout, durable: Durable) {
    this.#layout = layout;
    this.#durable = durable;
  }

  /** What is known of a bucket; undefined when there is no cache that can be believed. */
  load(bucket: string): CachedIndex | undefined {
    const file = parseFile(this.#layout.index(bucket));
    if (file === undefined || file.bucket !== bucket) return undefined;
    const freshShards = new Set(
      file.shards
        .filter(
          ([shard, changed]) => changedAtNs(join(this.#layout.manifests(bucket), shard)) === BigInt(changed),
        )
        .map(([shard]) => shard),
    );
    const entries = file.entries
      .filter(([, , , , , shard]) => freshShards.has(shard))
      .map(([key, sizeBytes, etag, modifiedAtMs, algorithm, shard, packed]) => ({
        key,
        sizeBytes,
        etag,
        modifiedAtMs,
        shard,
        ...(algorithm === null ? {} : { checksumAlgorithm: algorithm }),
        ...(packed === null ? {} : { packed: { pack: packed[0], slot: packed[1] } }),
      }));
    return { entries, freshShards, savedAtMs: file.savedAtMs };
  }

  /** Works synchronously, so that what it sees is of one moment. */
  snapshot({ bucket, entries, isSuspect }: CacheInput): CacheSnapshot {
    const nowNs = this.#fileClockNs();
    const folder = this.#layout.manifests(bucket);
    // Older states in packs are not written down, so that the next start finds them itself.
    const unsettled = new Set(entries.flatMap(({ left = [] }) => left.map(({ pack }) => shardOf(pack))));
    const shards = readdirSync(folder, { withFileTypes: true }).flatMap((shard) => {
      const changed = shard.isDirectory() ? changedAtNs(join(folder, shard.name)) : undefined;
      if (changed === undefined || changed > nowNs - BLUR_NS) return [];
      if (isSuspect(shard.name) || unsettled.has(shard.name)) return [];
      return [[shard.name, String(changed)] as const];
    });
    return { bucket, savedAtMs: Number(nowNs / 1_000_000n), shards, entries };
  }

  async save({ bucket, savedAtMs, shards, entries }: CacheSnapshot): Promise<void> {
    const rows = entries.map((entry) => [
      entry.key,
      entry.sizeBytes,
      entry.etag,
      entry.modifiedAtMs,
      entry.checksumAlgorithm ?? null,
      entry.shard,
      entry.packed === undefined ? null : [entry.packed.pack, entry.packed.slot],
    ]);
    const text = JSON.stringify({ version: VERSION, bucket, savedAtMs, shards, entries: rows });
    await this.#durable.commitFile(this.#layout.index(bucket), `${hashOf(text)}\n${text}`);
  }

  /** Removes the caches of buckets that are no more. */
  prune(isThere: (bucket: string) => boolean): void {
    for (const name of readdirSync(this.#layout.indexes)) {
      if (!isThere(name.replace(/\.json$/, ''))) rmSync(join(this.#layout.indexes, name), { force: true });
    }
  }

  /** The clock that stamps folders, which on a network is not ours. */
  #fileClockNs(): bigint {
    const path = join(this.#layout.indexes, 'clock.tmp');
    writeFileSync(path, '');
    return statSync(path, { bigint: true }).mtimeNs;
  }
}

function changedAtNs(folder: string): bigint | undefined {
  return statSync(folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

function parseFile(path: string): z.infer<typeof fileSchema> | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const json = text.slice(65);
    if (text.slice(0, 65) !== `${hashOf(json)}\n`) return undefined;
    return fileSchema.safeParse(JSON.parse(json)).data;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
