import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CHECKSUM_ALGORITHMS } from '../../checksum/algorithms.ts';
import { type Durable, errorCode } from '../durable/durable.ts';
import type { KeyEntry } from './key-index.ts';
import { type Layout, shardOf } from '../layout.ts';

/**
 * Caches the keys, because reading all manifests at the start is slow. Folders that changed since, or shortly
 * before the cache was written, are read again; pack heads always are, because removals from packs change no
 * folder.
 */
export interface CachedIndex {
  readonly entries: readonly KeyEntry[];
  readonly freshShards: ReadonlySet<string>;
  readonly savedAtMs: number;
}

const VERSION = 2;
/** Longer than the timestamp resolution of every common file system. */
const BLUR_NS = 2_000_000_000n;

const fileSchema = z.object({
  version: z.literal(VERSION),
  bucket: z.string(),
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
  readonly isSuspect: (shard: string) => boolean;
}

/** Must be taken in one tick, while nothing is being committed. */
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

  /** Synchronous, so that the snapshot is consistent. */
  snapshot({ bucket, entries, isSuspect }: CacheInput): CacheSnapshot {
    const nowNs = this.#fileClockNs();
    const folder = this.#layout.manifests(bucket);
    // Older states in packs are not cached, so the next start must find them again.
    const unsettled = new Set(entries.flatMap(({ stale = [] }) => stale.map(({ pack }) => shardOf(pack))));
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

  prune(isThere: (bucket: string) => boolean): void {
    for (const name of readdirSync(this.#layout.indexes)) {
      if (!isThere(name.replace(/\.json$/, ''))) rmSync(join(this.#layout.indexes, name), { force: true });
    }
  }

  /** On a network file system, folder timestamps come from another clock. */
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
