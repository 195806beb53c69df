import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { err, ok, type Result } from '@coffer/kit';
import type { StoreFailure } from '../../platform/blobs/blobs.ts';
import type { Tx } from '../../platform/db/db.ts';
import { asLeader } from '../../platform/db/leader.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { eachUntilFailure, listNames, sha256Hex, type SnapshotHeader } from './bucket.ts';
import { FORMAT, type JournalState, lineOf, shortId } from './model.ts';
import {
  parsePartName,
  parseSegmentName,
  parseSnapshotName,
  partName,
  snapshotName,
  timeName,
} from './names.ts';
import { allowWaiting, findJournal, noteSnapshot } from './store/journal.ts';
import { readEverything } from './store/pending.ts';

type Needs = Pick<Services, 'blobs' | 'clock' | 'db' | 'log'>;

const compress = promisify(gzip);
const PAGE = 2_000;
const PART_ROWS = 20_000;
/** Pictures make rows large. A part ends behind this much text, because a string has a limit. */
const PART_CHARS = 8 * 1024 * 1024;
/** A snapshot is due after this many rows, or as many as the last one had. */
const ROWS_MIN = 20_000;
/** A snapshot is also due after this many segments, because a rebuild reads them one after another. */
const SEGMENTS_MAX = 2_000;
const KEPT = 2;
const REMOVALS_AT_ONCE = 8;

export function isSnapshotDue(state: JournalState): boolean {
  if (state.snapshotAt === null) return true;
  return state.rowsSince >= Math.max(ROWS_MIN, state.snapshotRows) || state.segmentsSince >= SEGMENTS_MAX;
}

/**
 * Background job: writes a snapshot, and deletes segments that the two newest snapshots cover. The list of parts is
 * written last, so an interrupted snapshot does not count.
 */
export async function writeSnapshot(services: Needs, signal?: AbortSignal): Promise<number> {
  const { clock, db, log } = services;
  const state = await findJournal(db);
  if (state === undefined || !isSnapshotDue(state)) return 0;
  const at = clock.now();
  const written = await inSnapshot(db, async (tx) => {
    await allowWaiting(tx);
    // Waits for a running round: otherwise the snapshot would contain older rows than that round's segment.
    const from = await asLeader(db, 'journal', async () => await findJournal(tx));
    return from === undefined ? undefined : await writeParts(services, tx, { from, at, signal });
  });
  if (written === undefined) return 0;
  if (!written.ok) {
    log.warn('snapshot_not_written', { code: written.error.code });
    return 0;
  }
  await noteSnapshot(db, { ...written.value, at });
  const pruned = await prune(services, state.id);
  if (!pruned.ok) log.warn('journal_not_pruned', { code: pruned.error.code });
  return 1;
}

interface Written {
  readonly from: JournalState;
  readonly rows: number;
}

async function writeParts(
  { blobs }: Needs,
  tx: Tx,
  {
    from,
    at,
    signal,
  }: { readonly from: JournalState; readonly at: Date; readonly signal: AbortSignal | undefined },
): Promise<Result<Written, StoreFailure> | undefined> {
  const time = timeName(at);
  const parts: { name: string; rows: number; sha256: string }[] = [];
  let lines: string[] = [];
  let total = 0;
  let chars = 0;
  const flush = async (): Promise<Result<void, StoreFailure>> => {
    const bytes = await compress(lines.join(''));
    const sha256 = sha256Hex(bytes);
    const name = partName({ time, journalId: from.id, number: parts.length + 1, sha256 });
    parts.push({ name, rows: lines.length, sha256 });
    lines = [];
    chars = 0;
    return await blobs.write({ key: blobs.snapshotKeyFor(name), bytes, mediaType: 'application/gzip' });
  };
  for await (const page of readEverything(tx, PAGE)) {
    if (signal?.aborted === true) return undefined;
    total += page.length;
    for (const entry of page) {
      const line = lineOf(entry);
      lines.push(line);
      chars += line.length;
      if (lines.length < PART_ROWS && chars < PART_CHARS) continue;
      const flushed = await flush();
      if (!flushed.ok) return flushed;
    }
  }
  if (lines.length > 0) {
    const flushed = await flush();
    if (!flushed.ok) return flushed;
  }
  const header: SnapshotHeader = {
    format: FORMAT,
    journal: from.id,
    sequence: from.sequence,
    hash: from.hash,
    at: at.toISOString(),
    rows: total,
    parts,
  };
  const bytes = await compress(lineOf(header));
  const name = snapshotName({ time, journalId: from.id, sequence: from.sequence, sha256: sha256Hex(bytes) });
  const written = await blobs.write({
    key: blobs.snapshotKeyFor(name),
    bytes,
    mediaType: 'application/gzip',
  });
  return written.ok ? ok({ from, rows: total }) : err(written.error);
}

async function prune({ blobs }: Needs, journalId: string): Promise<Result<void, StoreFailure>> {
  const listed = await listNames(blobs.listSnapshots, blobs.snapshotKeyFor(''));
  if (!listed.ok) return listed;
  const journal = shortId(journalId);
  const own = listed.value
    .flatMap((name) => parseSnapshotName(name) ?? [])
    .filter((each) => each.journal === journal)
    .toSorted((one, other) => (one.time < other.time ? 1 : -1));
  const kept = own.slice(0, KEPT);
  const times = new Set(kept.map(({ time }) => time));
  const newest = kept[0]?.time ?? '';
  const parts = listed.value.filter((name) => {
    const part = parsePartName(name);
    return part?.journal === journal && !times.has(part.time) && part.time < newest;
  });
  const covered = kept.length < KEPT ? 0 : Math.min(...kept.map(({ sequence }) => sequence));
  const segments = await listNames(blobs.listJournal, blobs.journalKeyFor(''));
  if (!segments.ok) return segments;
  const old = segments.value.filter((name) => {
    const segment = parseSegmentName(name);
    return segment?.journal === journal && segment.sequence <= covered;
  });
  const keys = [
    ...own.slice(KEPT).map(({ name }) => blobs.snapshotKeyFor(name)),
    ...parts.map((name) => blobs.snapshotKeyFor(name)),
    ...old.map((name) => blobs.journalKeyFor(name)),
  ];
  return await eachUntilFailure(keys, REMOVALS_AT_ONCE, async (key) => await blobs.remove(key));
}
