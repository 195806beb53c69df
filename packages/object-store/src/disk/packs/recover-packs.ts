import { closeSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { KIB } from '@coffer/kit';
import type { UnconfirmedPack } from './confirm.ts';
import { errorCode } from '../durable/durable.ts';
import type { KeyEntry } from '../keys/key-index.ts';
import type { Layout } from '../layout.ts';
import { entryOf } from '../object-table.ts';
import {
  frameOf,
  PACK_SUFFIX,
  type PackHead,
  type PackPosition,
  readPackHead,
  slotsIn,
  stateOf,
} from './pack-file.ts';
import { readSealedText, splitRecord } from '../durable/record-file.ts';
import { objectManifestSchema } from '../records.ts';

export interface PacksFound {
  readonly entries: readonly KeyEntry[];
  readonly unreadable: number;
  readonly suspectShards: ReadonlySet<string>;
  readonly unconfirmed: readonly UnconfirmedPack[];
}

export interface PackSearch {
  readonly layout: Layout;
  readonly bucket: string;
  readonly savedAtMs: number;
}

/**
 * Reads a pack at start. Removes a pack without live records; one that is damaged or in the wrong folder counts as
 * unreadable.
 */
export function recoverPack(search: PackSearch, file: string): Omit<PacksFound, 'suspectShards'> {
  const { layout, bucket } = search;
  const nothing = { entries: [], unreadable: 1, unconfirmed: [] };
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
    // If the disk cannot read the whole file, single records may still be readable.
    const frame = content?.subarray(at, at + length) ?? readPiece(file, at, length);
    if (frame === undefined) continue;
    const manifest = objectManifestSchema.safeParse(readSealedText(splitRecord(frame).text)).data;
    if (manifest?.bucket === bucket) entries.push(entryOf(manifest, { pack, slot }));
  }
  const unconfirmed = isOver || !needsConfirmation(search, file, head) ? [] : [{ file, head }];
  return { entries, unreadable: doubtful + slots.length - entries.length, unconfirmed };
}

export function stillPacked(search: PackSearch, entries: readonly KeyEntry[]): PacksFound {
  const { layout, bucket } = search;
  const heads = new Map<string, PackHead | 'unreadable' | undefined>();
  const suspectShards = new Set<string>();
  const unconfirmed: UnconfirmedPack[] = [];
  let unreadable = 0;
  const headOf = (pack: string): PackHead | 'unreadable' | undefined => {
    if (!heads.has(pack)) {
      const { file } = layout.pack(bucket, pack);
      const head = readHead(file);
      heads.set(pack, head);
      if (head !== undefined && head !== 'unreadable' && needsConfirmation(search, file, head))
        unconfirmed.push({ file, head });
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
  return { entries: still, unreadable, suspectShards, unconfirmed };
}

/** Whether the removals in a pack may not be durable yet. False if the state of any slot is unknown. */
function needsConfirmation({ savedAtMs }: PackSearch, file: string, head: PackHead): boolean {
  if (slotsIn(head, 'gone').length === 0 || slotsIn(head, 'unknown').length > 0) return false;
  const changedAtMs = unlessFailed(() => statSync(file).mtimeMs);
  return changedAtMs === undefined || changedAtMs >= savedAtMs;
}

export function countInPack(file: string): number {
  const head = readHead(file);
  return head === undefined || head === 'unreadable' ? 0 : slotsIn(head, 'live').length;
}

/** Returns one entry per key. A file is newer than any pack; its entry lists the older states to remove. */
export function withoutStale(entries: readonly KeyEntry[]): readonly KeyEntry[] {
  const newest = new Map<string, KeyEntry>();
  const stale = new Map<string, PackPosition[]>();
  const addStale = ({ key, packed }: KeyEntry): void => {
    if (packed !== undefined) stale.set(key, [...(stale.get(key) ?? []), packed]);
  };
  for (const entry of entries) {
    if (entry.packed === undefined) continue;
    const other = newest.get(entry.key);
    const isNewer = other === undefined || other.modifiedAtMs < entry.modifiedAtMs;
    if (isNewer) newest.set(entry.key, entry);
    if (other !== undefined) addStale(isNewer ? other : entry);
  }
  if (newest.size === 0) return entries;
  for (const entry of entries) {
    const other = entry.packed === undefined ? newest.get(entry.key) : undefined;
    if (other === undefined) continue;
    addStale(other);
    newest.set(entry.key, entry);
  }
  if (stale.size === 0) return entries;
  return entries.flatMap((entry) => {
    const positions = stale.get(entry.key);
    if (positions === undefined) return [entry];
    return newest.get(entry.key) === entry ? [{ ...entry, stale: positions }] : [];
  });
}

const FIRST = Buffer.alloc(8 * KIB);

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

function readInto(buffer: Buffer, file: string, position: number): number {
  const descriptor = openSync(file, 'r');
  try {
    return readSync(descriptor, buffer, 0, buffer.length, position);
  } finally {
    closeSync(descriptor);
  }
}

function unlessFailed<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
