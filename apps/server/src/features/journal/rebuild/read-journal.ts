import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { defined, err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { Blobs, StoreFailure } from '../../../platform/blobs/blobs.ts';
import { listNames, parseLines, readAll, SegmentHeader, sha256Hex, SnapshotHeader } from '../bucket.ts';
import { type Entry, INSTALLATION } from '../model.ts';
import {
  HASH_DIGITS,
  parseSegmentName,
  parseSnapshotName,
  type SegmentName,
  type SnapshotName,
} from '../names.ts';
import type { JournalChoice, JournalRead, Trouble } from './model.ts';

/** Receives the rows that are read. */
export interface Sink {
  readonly take: (entries: readonly Entry[]) => Promise<void>;
  /** Discards all rows, because their snapshot turned out to be damaged. */
  readonly forget: () => Promise<void>;
  readonly say: (line: string) => void;
}

const decompress = promisify(gunzip);

type Read<T> = Promise<Result<T, StoreFailure>>;

/** Several Coffers have used the bucket, and no one has said which is meant. */
export interface SeveralJournals {
  readonly code: 'several_journals';
  readonly journals: readonly JournalChoice[];
}

interface Names {
  readonly snapshots: readonly SnapshotName[];
  readonly segments: readonly SegmentName[];
}

/** Reads the newest intact snapshot, and then the segments after it. */
export async function readJournal(
  blobs: Blobs,
  sink: Sink,
  wanted?: string,
): Promise<Result<JournalRead, StoreFailure | SeveralJournals>> {
  const [snapshots, segments] = await Promise.all([
    listNames(blobs.listSnapshots, blobs.snapshotKeyFor('')),
    listNames(blobs.listJournal, blobs.journalKeyFor('')),
  ]);
  if (!snapshots.ok) return snapshots;
  if (!segments.ok) return segments;
  const names = {
    snapshots: snapshots.value.flatMap((name) => parseSnapshotName(name) ?? []),
    segments: segments.value.flatMap((name) => parseSegmentName(name) ?? []),
  };
  if (wanted === undefined) {
    const choices = await listChoices(blobs, names.snapshots);
    if (!choices.ok) return choices;
    if (choices.value.length > 1) return err({ code: 'several_journals', journals: choices.value });
  }
  const journal = wanted ?? newestJournal(names);
  const others = new Set(
    [...names.snapshots, ...names.segments].map((each) => each.journal).filter((each) => each !== journal),
  );
  const troubles: Trouble[] = [...others].map((name) => ({ kind: 'journal_of_another', name }));
  const own = {
    snapshots: names.snapshots.filter((each) => each.journal === journal),
    segments: names.segments.filter((each) => each.journal === journal),
  };
  const started = await readNewestSnapshot(blobs, sink, { names: own.snapshots, troubles });
  if (!started.ok) return started;
  const walked = await walk(blobs, sink, { from: started.value, names: own.segments, troubles });
  return walked.ok ? ok({ ...walked.value, troubles }) : walked;
}

/**
 * The journals that have snapshots, newest first. A Coffer that was started after a loss has the newest one, and hardly
 * any rows.
 */
async function listChoices(blobs: Blobs, snapshots: readonly SnapshotName[]): Read<readonly JournalChoice[]> {
  const newest = new Map<string, SnapshotName>();
  for (const name of snapshots.toSorted((one, other) => (one.time < other.time ? 1 : -1))) {
    if (!newest.has(name.journal)) newest.set(name.journal, name);
  }
  if (newest.size < 2) return ok([]);
  const choices: JournalChoice[] = [];
  for (const { journal, name, hash, time } of newest.values()) {
    const found = await readAll(blobs, blobs.snapshotKeyFor(name));
    if (!found.ok) return found;
    const isIntact = found.value !== undefined && isNamedBy(hash, found.value);
    const header = isIntact ? parseLines(SnapshotHeader, await decompress(found.value))?.header : undefined;
    choices.push({ journal, snapshotAt: header?.at ?? time, rows: header?.rows ?? 0 });
  }
  return ok(choices);
}

function newestJournal({ snapshots, segments }: Names): string | undefined {
  const newest = snapshots.toSorted((one, other) => (one.time < other.time ? 1 : -1)).at(0);
  const last = segments.toSorted((one, other) => other.sequence - one.sequence).at(0);
  return (newest ?? last)?.journal;
}

interface Start {
  readonly journalId: string | undefined;
  readonly snapshotAt: string | undefined;
  readonly sequence: number;
  readonly hash: string;
}

async function readNewestSnapshot(
  blobs: Blobs,
  sink: Sink,
  { names, troubles }: { readonly names: readonly SnapshotName[]; readonly troubles: Trouble[] },
): Read<Start> {
  for (const name of names.toSorted((one, other) => (one.time < other.time ? 1 : -1))) {
    const read = await readSnapshot(blobs, sink, name);
    if (!read.ok) return read;
    if (typeof read.value !== 'string') return ok(read.value);
    troubles.push({ kind: 'snapshot_altered', name: read.value });
    await sink.forget();
  }
  return ok({ journalId: undefined, snapshotAt: undefined, sequence: 0, hash: '' });
}

/** Reads a snapshot. Returns the name of its missing or altered object if the snapshot cannot be used. */
async function readSnapshot(blobs: Blobs, sink: Sink, { name, hash }: SnapshotName): Read<Start | string> {
  const found = await readAll(blobs, blobs.snapshotKeyFor(name));
  if (!found.ok) return found;
  if (found.value === undefined || !isNamedBy(hash, found.value)) return ok(name);
  const parsed = parseLines(SnapshotHeader, await decompress(found.value));
  if (parsed === undefined) return ok(name);
  const { header } = parsed;
  let rows = 0;
  for (const part of header.parts) {
    const bytes = await readAll(blobs, blobs.snapshotKeyFor(part.name));
    if (!bytes.ok) return bytes;
    if (bytes.value === undefined || sha256Hex(bytes.value) !== part.sha256) return ok(part.name);
    const lines = (await decompress(bytes.value)).toString();
    const entries = parseLines(z.unknown(), Buffer.from(`{}\n${lines}`))?.entries;
    if (entries === undefined) return ok(part.name);
    await sink.take(entries);
    rows += entries.length;
    sink.say(`Snapshot: ${rows} of ${header.rows} rows`);
  }
  const { journal: journalId, sequence, at: snapshotAt } = header;
  return ok({ journalId, snapshotAt, sequence, hash: header.hash });
}

function isNamedBy(hash: string, bytes: Uint8Array): boolean {
  return sha256Hex(bytes).slice(0, HASH_DIGITS) === hash;
}

interface Segment {
  readonly header: SegmentHeader;
  readonly entries: readonly Entry[];
  readonly sha256: string;
}

/**
 * Reads segments in the order of their hashes; if two follow the same one, because a round was repeated or the database
 * restored, the later chain counts. Gaps are named and skipped, because rows are complete and later rows correct.
 */
async function walk(
  blobs: Blobs,
  sink: Sink,
  input: { readonly from: Start; readonly names: readonly SegmentName[]; readonly troubles: Trouble[] },
): Read<Omit<JournalRead, 'troubles'>> {
  const { from, troubles } = input;
  const main = input.names.filter(
    ({ place, sequence }) => place === INSTALLATION && sequence > from.sequence,
  );
  const bySequence = Map.groupBy(main, ({ sequence }) => sequence);
  const last = main.reduce((most, { sequence }) => Math.max(most, sequence), from.sequence);
  let state = { ...from, writtenAt: from.snapshotAt, segments: 0 };
  let isWhole = true;
  const passed: number[] = [];
  for (let sequence = from.sequence + 1; sequence <= last; sequence += 1) {
    const found = await readSegments(blobs, bySequence.get(sequence) ?? [], troubles);
    if (!found.ok) return found;
    const following = found.value.filter(({ header }) => header.previous === state.hash);
    // Earlier segments that do not follow belong to a chain that a restored database left.
    const later = found.value.filter(({ header }) => !isWhole || header.at > (state.writtenAt ?? ''));
    const chosen = await laterChain(blobs, following.length === 0 ? later : following, {
      sequence,
      bySequence,
    });
    if (!chosen.ok) return chosen;
    const next = chosen.value;
    if (next === undefined) {
      if (found.value.length > 0) passed.push(sequence);
      else isWhole = false;
      if (!bySequence.has(sequence)) troubles.push({ kind: 'segment_missing', name: String(sequence) });
      continue;
    }
    if (following.length === 0 && isWhole && passed.length === 0) passed.push(sequence - 1);
    troubles.push(
      ...passed.splice(0).map((each) => ({ kind: 'segment_missing', name: String(each) }) as const),
    );
    isWhole = true;
    const taken = await takeSegment(blobs, sink, { segment: next, troubles });
    if (!taken.ok) return taken;
    const { journal: journalId, at: writtenAt } = next.header;
    state = { ...state, journalId, sequence, hash: next.sha256, writtenAt, segments: state.segments + 1 };
    if (state.segments % 100 === 0) sink.say(`Journal: segment ${sequence} of ${last}`);
  }
  return ok(state);
}

interface Chain {
  readonly first: Segment;
  readonly segments: number;
  /** When its last segment was written. */
  readonly at: string;
}

/** Clocks of servers may differ by this much. Within it, the longer chain is the later one. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/** The first segment of the chain that goes on longest. */
async function laterChain(
  blobs: Blobs,
  firsts: readonly Segment[],
  from: { readonly sequence: number; readonly bySequence: ReadonlyMap<number, readonly SegmentName[]> },
): Read<Segment | undefined> {
  if (firsts.length < 2) return ok(firsts[0]);
  const ended: Chain[] = [];
  let open = new Map(
    firsts.map((first): [string, Chain] => [first.sha256, { first, segments: 1, at: first.header.at }]),
  );
  for (let sequence = from.sequence + 1; open.size > 0; sequence += 1) {
    const read = await readSegments(blobs, from.bySequence.get(sequence) ?? [], []);
    if (!read.ok) return read;
    const next = new Map<string, Chain>();
    for (const { sha256, header } of read.value) {
      const chain = open.get(header.previous);
      if (chain !== undefined) next.set(sha256, { ...chain, segments: chain.segments + 1, at: header.at });
    }
    ended.push(...open.values());
    open = next;
  }
  const newest = Math.max(...ended.map(({ at }) => Date.parse(at)));
  const [chosen] = ended
    .filter(({ at }) => newest - Date.parse(at) <= CLOCKS_DIFFER_MS)
    .toSorted((one, other) => other.segments - one.segments || (one.at < other.at ? 1 : -1));
  return ok(chosen?.first);
}

async function readSegments(
  blobs: Blobs,
  names: readonly SegmentName[],
  troubles: Trouble[],
): Read<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const { name, hash } of names) {
    const found = await readAll(blobs, blobs.journalKeyFor(name));
    if (!found.ok) return found;
    const bytes = found.value ?? Buffer.alloc(0);
    const parsed = isNamedBy(hash, bytes) ? parseLines(SegmentHeader, bytes) : undefined;
    if (parsed === undefined) troubles.push({ kind: 'segment_altered', name });
    else segments.push({ ...parsed, sha256: sha256Hex(bytes) });
  }
  return ok(segments);
}

async function takeSegment(
  blobs: Blobs,
  sink: Sink,
  { segment, troubles }: { readonly segment: Segment; readonly troubles: Trouble[] },
): Read<void> {
  const entries = [segment.entries];
  for (const { name, sha256 } of segment.header.segments) {
    const found = await readAll(blobs, blobs.journalKeyFor(name));
    if (!found.ok) return found;
    if (found.value === undefined) {
      troubles.push({ kind: 'segment_missing', name });
    } else if (sha256Hex(found.value) !== sha256) {
      troubles.push({ kind: 'segment_altered', name });
    } else {
      const parsed = defined(
        parseLines(z.unknown(), found.value),
        'a segment with the right hash is malformed',
      );
      entries.push(parsed.entries);
    }
  }
  await sink.take(entries.flat());
  return ok(undefined);
}
