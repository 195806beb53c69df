import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { BucketTable } from './bucket-table.ts';
import type { IndexCache } from './keys/index-cache.ts';
import type { KeyIndex } from './keys/key-index.ts';
import type { Layout } from './layout.ts';
import type { ObjectTable } from './object-table.ts';
import { PACK_SUFFIX } from './packs/pack-file.ts';
import { countInPack } from './packs/recover-packs.ts';

export interface OrphanBlob {
  readonly id: string;
  readonly modifiedAtMs: number;
}

export interface CensusParts {
  readonly layout: Layout;
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly cache: IndexCache;
  readonly log: Log;
  /**
   * Blobs that existed before the first request, without those of uploads in progress. Later records refer to none of
   * them (except when an upload completes), so one without a record is an orphan.
   */
  readonly candidates: ReadonlySet<string>;
  readonly unreadable: number;
  readonly signal: AbortSignal;
}

const RECORDS_PER_TURN = 64;
const TURNS_MAX = 10_000;

/**
 * Reads every record in the background, reports missing blobs and unreadable records, and returns the
 * orphans.
 */
export async function takeCensus(parts: CensusParts): Promise<readonly OrphanBlob[]> {
  const { buckets, objects, layout, cache, log, signal } = parts;
  const unnamed = new Set(parts.candidates);
  let { unreadable } = parts;
  let missing = 0;
  let seen = 0;
  for (const { name } of buckets.list()) {
    const index = objects.index(name);
    for (let entry = index.atOrAfter(''); entry !== undefined; entry = index.after(entry.key)) {
      if (signal.aborted) return [];
      seen += 1;
      if (seen % RECORDS_PER_TURN === 0) await nextTurn();
      const object = await objects.openFresh(name, entry.key);
      if (object === 'unreadable') unreadable += 1;
      if (object === undefined || object === 'unreadable') continue;
      for (const { blob, isInline } of object.manifest.parts) {
        if (isInline === true) continue;
        const wasThere = unnamed.delete(blob) || parts.candidates.has(blob);
        if (!wasThere && !existsSync(layout.blob(blob).file)) missing += 1;
      }
      object.release();
    }
  }
  if (missing > 0) log({ level: 'error', event: 'blobs_missing', facts: { count: missing } });
  // An unreadable record may refer to any blob, so nothing may count as an orphan.
  if (unreadable > 0) log({ level: 'error', event: 'records_unreadable', facts: { count: unreadable } });
  log({
    level: 'info',
    event: 'census',
    facts: { objects: seen, orphans: unnamed.size, missing, unreadable },
  });
  if (unreadable > 0 || unnamed.size === 0) return [];
  if (!(await isIndexComplete(parts))) {
    // Caused by a bug or damage. Orphans would be deleted, so the cache is discarded.
    cache.prune(() => false);
    log({ level: 'error', event: 'index_differs' });
    return [];
  }
  return [...unnamed].flatMap((id) => {
    const modifiedAtMs = statSync(layout.blob(id).file, { throwIfNoEntry: false })?.mtimeMs;
    return modifiedAtMs === undefined ? [] : [{ id, modifiedAtMs }];
  });
}

async function isIndexComplete({ buckets, objects, layout }: CensusParts): Promise<boolean> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if (objects.isIdle) {
      return buckets
        .list()
        .every(({ name }) => countRecords(layout.manifests(name)) === countKnown(objects.index(name)));
    }
    await nextTurn();
  }
  return false;
}

function countKnown(index: KeyIndex): number {
  return index.entries().reduce((sum, { stale = [] }) => sum + stale.length, index.size);
}

function countRecords(folder: string): number {
  let count = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.tmp')) continue;
    count += entry.name.endsWith(PACK_SUFFIX) ? countInPack(join(entry.parentPath, entry.name)) : 1;
  }
  return count;
}
