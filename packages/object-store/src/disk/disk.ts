import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, readFile, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { defined, err, MIB, ok, type Clock, type Result } from '@coffer/kit';
import type { StoreLimits } from '../limits.ts';
import { errorFacts, type Log } from '../log.ts';
import { BlobFolder } from './blobs/blob-folder.ts';
import { BlobReaper } from './blobs/blob-reaper.ts';
import { BucketTable } from './bucket-table.ts';
import { CacheKeeper } from './cache-keeper.ts';
import { type OrphanBlob, takeCensus } from './census.ts';
import { confirm } from './packs/confirm.ts';
import { DamageList } from './damage-list.ts';
import { createDurable, type DiskFailure, type Durable, errorCode, NoSpace } from './durable/durable.ts';
import { type FolderLock, waitForFolder } from './durable/folder-lock.ts';
import { IndexCache } from './keys/index-cache.ts';
import { type Layout, layoutOf } from './layout.ts';
import { abortRuleFor } from './lifecycle.ts';
import { ObjectTable } from './object-table.ts';
import { PackFolder } from './packs/pack-folder.ts';
import { FOLDER_VERSION } from './records.ts';
import { recover } from './recovery.ts';
import { UploadTable } from './upload-table.ts';

const CHECKED_FROM_BYTES = MIB;

/** The folder of the store, locked by this process. */
export interface Disk {
  readonly blobs: BlobFolder;
  readonly reaper: BlobReaper;
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly uploads: UploadTable;
  readonly damage: DamageList;
  /** Records that the start could not read. Their content is not served until a later start can read them. */
  readonly unreadableAtStart: number;
  /** Throws NoSpace when a body of 1 MiB or more would use the reserve. */
  ensureRoom(sizeBytes: number): Promise<void>;
  removeBucket(name: string): Promise<Result<void, 'NoSuchBucket' | 'BucketNotEmpty'>>;
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface DiskOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly limits: StoreLimits;
  readonly log: Log;
  readonly onFailure: (error: DiskFailure) => void;
  readonly syncData?: (handle: FileHandle) => Promise<void>;
}

export type OpenDiskError =
  | { readonly code: 'folder_not_writable' }
  | { readonly code: 'folder_full' }
  | { readonly code: 'locked' }
  | { readonly code: 'format_unsupported' };

/** Opens or creates the folder and recovers from a crash. */
export async function openDisk(options: DiskOptions): Promise<Result<Disk, OpenDiskError>> {
  const layout = layoutOf(options.folder);
  const durable = createDurable(options);
  try {
    await makeRoot(layout.root, durable);
    await access(layout.root, constants.W_OK | constants.X_OK | constants.R_OK);
    const lock = await waitForFolder(layout.lockFile, options.limits.lockTimeoutMs);
    if (!lock.ok) return err({ code: 'locked' });
    let disk: Disk | undefined;
    try {
      if (!(await prepareFolder(layout, durable))) return err({ code: 'format_unsupported' });
      disk = await assemble(options, { layout, durable, lock: lock.value });
      return ok(disk);
    } finally {
      if (disk === undefined) {
        await durable.close();
        lock.value.release();
      }
    }
  } catch (error) {
    if (error instanceof NoSpace) return err({ code: 'folder_full' });
    const isUnusable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ERR_SQLITE_ERROR'];
    if (isUnusable.includes(errorCode(error) ?? '')) return err({ code: 'folder_not_writable' });
    throw error;
  }
}

async function makeRoot(folder: string, durable: Durable): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let above = dirname(resolve(folder)); above.length >= top.length; above = dirname(above)) {
    try {
      await durable.syncFolder(above);
    } catch (error) {
      // Some parent folders can be written but not read, so they cannot be opened for a sync.
      if (errorCode(error) !== 'EACCES') throw error;
    }
    if (above === top) return;
  }
}

/** False if this version does not know the format of the folder. */
async function prepareFolder(layout: Layout, durable: Durable): Promise<boolean> {
  for (const folder of [
    layout.blobs,
    layout.meta,
    layout.uploads,
    layout.buckets,
    layout.damaged,
    layout.indexes,
  ])
    await durable.ensureFolder(folder);
  const formats = Array.from({ length: FOLDER_VERSION }, (_, i) =>
    JSON.stringify({ format: 'coffer-object-store', version: i + 1 }),
  );
  const newest = defined(formats.at(-1), 'no folder version is defined');
  const found = await readIfThere(layout.formatFile);
  if (found === newest) return true;
  if (found !== undefined && !formats.includes(found)) return false;
  // An older version would report new records as damaged, so it must no longer open the folder.
  await durable.commitFile(layout.formatFile, newest);
  return true;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

interface OpenParts {
  readonly layout: Layout;
  readonly durable: Durable;
  readonly lock: FolderLock;
}

function warning(log: Log, event: string): (error: unknown) => void {
  return (error) => log({ level: 'warn', event, facts: errorFacts(error) });
}

type Tables = Pick<Disk, 'blobs' | 'reaper' | 'buckets' | 'objects' | 'uploads' | 'damage'>;

function createTables(layout: Layout, durable: Durable, log: Log): Tables {
  const warn = (event: string) => warning(log, event);
  const blobs = new BlobFolder(layout, durable);
  const damage = new DamageList(layout, durable);
  const reaper = new BlobReaper({ blobs, damage, onError: warn('blob_not_removed') });
  const buckets = new BucketTable(layout, durable);
  const packs = new PackFolder(layout, durable, warn('pack_not_shrunk'));
  const onStaleNotRemoved = warn('place_not_given_up');
  const objects = new ObjectTable({ layout, durable, reaper, buckets, packs, onStaleNotRemoved });
  const uploads = new UploadTable({ layout, durable, reaper });
  return { blobs, reaper, buckets, objects, uploads, damage };
}

async function assemble(options: DiskOptions, { layout, durable, lock }: OpenParts): Promise<Disk> {
  const { clock, limits, log } = options;
  const tables = createTables(layout, durable, log);
  const { reaper, buckets, objects, uploads } = tables;
  tables.damage.restore();
  const cache = new IndexCache(layout, durable);
  const recovered = recover({ layout, buckets, objects, uploads, cache, log });
  const isConfirmed = await confirm(durable, recovered.unconfirmed, warning(log, 'start_not_confirmed'));
  await objects.removeStale();
  const mayBeSaved = (): boolean => isConfirmed && !durable.hasFailed();
  const keeper = new CacheKeeper({ cache, buckets, objects, log, recovered, mayBeSaved });
  let orphans: readonly OrphanBlob[] = [];

  const sweep = async (): Promise<void> => {
    const nowMs = clock.now().getTime();
    const isDue = (orphan: OrphanBlob): boolean => orphan.modifiedAtMs < nowMs - limits.orphanLifetimeMs;
    const due = orphans.filter(isDue);
    orphans = orphans.filter((orphan) => !isDue(orphan));
    reaper.add(due.map((orphan) => orphan.id));
    const stale = uploads.listAll().filter(({ record }) => {
      const rule = abortRuleFor(buckets.find(record.bucket)?.lifecycle ?? [], record);
      const isOld = Date.parse(record.startedAt) < nowMs - limits.uploadLifetimeMs;
      return isOld || (rule !== undefined && rule.abortAtMs <= nowMs);
    });
    for (const { record } of stale) await uploads.abort(record.id);
    if (due.length + stale.length === 0) return;
    log({ level: 'info', event: 'swept', facts: { orphans: due.length, uploads: stale.length } });
  };
  const stopping = new AbortController();
  const count = async (): Promise<void> => {
    const { unreadable } = recovered;
    // After an unconfirmed recovery, a power cut may restore records of these blobs, so they are not removed.
    const candidates = isConfirmed ? recovered.candidates : new Set<string>();
    const { signal } = stopping;
    try {
      if (recovered.isCacheStale) await keeper.save();
      orphans = await takeCensus({ layout, buckets, objects, cache, log, candidates, unreadable, signal });
      await sweep();
    } catch (error) {
      log({ level: 'error', event: 'census_failed', facts: errorFacts(error) });
    }
  };
  const counting = count();
  const removeBucket: Disk['removeBucket'] = async (name) => {
    const removed = await buckets.remove(name, () => !objects.isInUse(name));
    if (removed.ok) for (const { record } of uploads.list(name)) await uploads.abort(record.id);
    return removed;
  };
  const ensureRoom = async (sizeBytes: number): Promise<void> => {
    if (sizeBytes < CHECKED_FROM_BYTES) return;
    const { bavail, bsize, blocks } = await statfs(layout.root);
    if (blocks > 0 && bavail * bsize < sizeBytes + limits.reserveBytes) throw new NoSpace('no space');
  };
  const close = async (): Promise<void> => {
    stopping.abort();
    await counting;
    await reaper.idle();
    await keeper.save();
    await durable.close();
    lock.release();
  };
  const unreadableAtStart = recovered.unreadable;
  return { ...tables, unreadableAtStart, ensureRoom, removeBucket, sweep, close };
}
