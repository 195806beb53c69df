import { closeSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { KIB } from '@coffer/kit';
import type { LeftPack } from './confirm.ts';
import { errorCode } from './durable.ts';
import type { KeyEntry } from './key-index.ts';
import type { Layout } from './layout.ts';
import { entryOf } from './object-table.ts';
import {
  frameOf,
  PACK_SUFFIX,
  type PackHead,
  type PackPlace,
  readPackHead,
  slotsIn,
  stateOf,
} from './pack-file.ts';
import { readSealedText, splitRecord } from './record-file.ts';
import { objectManifestSchema } from './records.ts';

/** What packs hold, and how many of their records cannot be read; one for each pack of which nothing can. */
export interface PacksFound {
  readonly entries: readonly KeyEntry[];
  readonly unreadable: number;
  /** Folders with packs that are not wholly readable. */
  readonly suspectShards: ReadonlySet<string>;
  /** Those that objects have left since the keys were written down. */
  readonly left: readonly LeftPack[];
}

/** Where packs are looked for. */
export interface PackSearch {
  readonly layout: Layout;
  readonly bucket: string;
  /** When the keys were written down; 0 when they were not. */
  readonly savedAtMs: number;
}

/** Reads a pack at the start. One in which nothing is left is removed; one that is not where its name says is a copy, and not believed. */
export function recoverPack(search: PackSearch, file: string): Omit<PacksFound, 'suspectShards'> {
  const { layout, bucket } = search;
  const nothing = { entries: [], unreadable: 1, left: [] };
  const pack = basename(file, PACK_SUFFIX);
  if (!/^[0-9a-f]{32}$/.test(pack) || layout.pack(bucket, pack).file !== file) return nothing;
  const content = unlessFailed(() => readFileSync(file));
  const head = content === undefined ? readHead(file) : readPackHead(content);
  if (head === undefined || head === 'unreadable' || head.bucket !== bucket) return nothing;
  const slots = slotsIn(head, 'live');
  const doubtful = slotsIn(head, 'unknown').length;
  const isOver = slots.length + doubtful === 0;
  if (isOver) unlessFailed(() => rmSync(file, { force: true }));
  const entries: KeyEntry[] = [];
  for (const slot of slots) {
    const { at, length } = frameOf(head, slot);
    // A disk that does not give back all of it may give back most.
    const frame = content?.subarray(at, at + length) ?? readPiece(file, at, length);
    if (frame === undefined) continue;
    const manifest = objectManifestSchema.safeParse(readSealedText(splitRecord(frame).text)).data;
    if (manifest?.bucket === bucket) entries.push(entryOf(manifest, { pack, slot }));
  }
  const left = isOver || !wasLeft(search, file, head) ? [] : [{ file, head }];
  return { entries, unreadable: doubtful + slots.length - entries.length, left };
}

/** Less what has left its pack since the entries were written down. */
export function stillPacked(search: PackSearch, entries: readonly KeyEntry[]): PacksFound {
  const { layout, bucket } = search;
  const heads = new Map<string, PackHead | 'unreadable' | undefined>();
  const suspectShards = new Set<string>();
  const left: LeftPack[] = [];
  let unreadable = 0;
  const headOf = (pack: string): PackHead | 'unreadable' | undefined => {
    if (!heads.has(pack)) {
      const { file } = layout.pack(bucket, pack);
      const head = readHead(file);
      heads.set(pack, head);
      if (head !== undefined && head !== 'unreadable' && wasLeft(search, file, head))
        left.push({ file, head });
    }
    return heads.get(pack);
  };
  const still = entries.filter(({ packed, shard }) => {
    if (packed === undefined) return true;
    const head = headOf(packed.pack);
    const state =
      head === undefined ? 'gone' : head === 'unreadable' ? 'unknown' : stateOf(head, packed.slot);
    if (state === 'unknown') {
      unreadable += 1;
      suspectShards.add(shard);
    }
    return state === 'live';
  });
  return { entries: still, unreadable, suspectShards, left };
}

/** True when an object has left the pack since the keys were written down; not where it is in doubt what is left. */
function wasLeft({ savedAtMs }: PackSearch, file: string, head: PackHead): boolean {
  if (slotsIn(head, 'gone').length === 0 || slotsIn(head, 'unknown').length > 0) return false;
  const changedAtMs = unlessFailed(() => statSync(file).mtimeMs);
  return changedAtMs === undefined || changedAtMs >= savedAtMs;
}

/** How many objects a pack holds. */
export function countInPack(file: string): number {
  const head = readHead(file);
  return head === undefined || head === 'unreadable' ? 0 : slotsIn(head, 'live').length;
}

/** One entry for each key: a file of its own was written later than any place in a pack. It knows of the places that are to be given up. */
export function withoutStale(entries: readonly KeyEntry[]): readonly KeyEntry[] {
  const newest = new Map<string, KeyEntry>();
  const left = new Map<string, PackPlace[]>();
  const leave = ({ key, packed }: KeyEntry): void => {
    if (packed !== undefined) left.set(key, [...(left.get(key) ?? []), packed]);
  };
  for (const entry of entries) {
    if (entry.packed === undefined) continue;
    const other = newest.get(entry.key);
    const isNewer = other === undefined || other.modifiedAtMs < entry.modifiedAtMs;
    if (isNewer) newest.set(entry.key, entry);
    if (other !== undefined) leave(isNewer ? other : entry);
  }
  if (newest.size === 0) return entries;
  for (const entry of entries) {
    const other = entry.packed === undefined ? newest.get(entry.key) : undefined;
    if (other === undefined) continue;
    leave(other);
    newest.set(entry.key, entry);
  }
  if (left.size === 0) return entries;
  return entries.flatMap((entry) => {
    const places = left.get(entry.key);
    if (places === undefined) return [entry];
    return newest.get(entry.key) === entry ? [{ ...entry, left: places }] : [];
  });
}

const FIRST = Buffer.alloc(8 * KIB);

/** Undefined when there is no such file. */
function readHead(file: string): PackHead | 'unreadable' | undefined {
  try {
    const filled = readInto(FIRST, file, 0);
    return readPackHead(FIRST.subarray(0, filled)) ?? readPackHead(readFileSync(file)) ?? 'unreadable';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) !== undefined) return 'unreadable';
    throw error;
  }
}

function readPiece(file: string, at: number, length: number): Buffer | undefined {
  const piece = Buffer.alloc(length);
  const filled = unlessFailed(() => readInto(piece, file, at));
  return filled === length ? piece : undefined;
}

/** How much was there. */
function readInto(buffer: Buffer, file: string, position: number): number {
  const descriptor = openSync(file, 'r');
  try {
    return readSync(descriptor, buffer, 0, buffer.length, position);
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined when the system says that it cannot be done. */
function unlessFailed<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
