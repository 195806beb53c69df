import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { StoreFailure } from '../../platform/blobs/blobs.ts';
import { asLeader } from '../../platform/db/leader.ts';
import { changedNothing, inSnapshot, inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { eachUntilFailure, listNames, pieceOf, type SegmentHeader } from './bucket.ts';
import { type Entry, FORMAT, INSTALLATION, type JournalState, placeOf, shortId } from './model.ts';
import { behindSequence, parseSegmentName, segmentName } from './names.ts';
import { advanceJournal, demandSnapshot, findJournal, hasPeople, insertJournal } from './store/journal.ts';
import { listMarks, readMarked } from './store/pending.ts';

type Needs = Pick<Services, 'blobs' | 'clock' | 'db' | 'log' | 'newId'>;

const MARKS_PER_ROUND = 5_000;
const WRITES_AT_ONCE = 8;
const FLUSH_MS = 3 * SECOND_MS;

/**
 * [Note: Segments] A round writes one segment for each space that changed, then that of the installation. The latter
 * names the others and the previous segment by their hashes; only what it names counts. Marks are deleted afterwards,
 * so a killed round is repeated, with other names because names contain the hash.
 */
export function createJournalWriter(services: Needs): (signal?: AbortSignal) => Promise<number> {
  let isEndKnown = false;
  return async (signal) => {
    let written = 0;
    for (;;) {
      const state = await findJournal(services.db);
      if (state === undefined) return await begin(services);
      const round = await readRound(services);
      if (round.markIds.length === 0) return written;
      if (!isEndKnown) {
        const checked = await checkEnd(services, state);
        if (!checked.ok) return giveUp(services, checked.error);
      }
      // Until it is known that the segment counts, the bucket may have one that the database does not know.
      isEndKnown = false;
      const sent = await writeRound(services, state, round);
      if (!sent.ok) return giveUp(services, sent.error);
      if (!sent.value) return written;
      isEndKnown = true;
      written += 1;
      if (round.markIds.length < MARKS_PER_ROUND || signal?.aborted === true) return written;
    }
  };
}

/** Writes pending changes before an orderly stop, so that none wait for the next start. */
export async function flushJournal(services: Needs): Promise<void> {
  const written = asLeader(services.db, 'journal', createJournalWriter(services));
  await Promise.race([Promise.allSettled([written]), sleep(FLUSH_MS, undefined, { ref: false })]);
}

interface Round {
  readonly markIds: readonly number[];
  readonly entries: readonly Entry[];
}

async function begin({ clock, db, log, newId }: Needs): Promise<number> {
  if (!(await hasPeople(db))) return 0;
  await insertJournal(db, { id: newId(), sequence: 0, hash: '', now: clock.now() });
  log.info('journal_begun');
  return 1;
}

function giveUp({ log }: Needs, { code }: StoreFailure): number {
  log.warn('journal_not_written', { code });
  return 0;
}

async function readRound({ db }: Needs): Promise<Round> {
  return await inSnapshot(db, async (tx) => {
    const marks = await listMarks(tx, MARKS_PER_ROUND);
    if (marks.length === 0) return { markIds: [], entries: [] };
    return { markIds: marks.map(({ id }) => id), entries: await readMarked(tx, marks) };
  });
}

/**
 * Requests a snapshot if the bucket has segments that this database does not know: the database was restored, or a
 * round was killed.
 */
async function checkEnd(
  { blobs, db }: Needs,
  { id, sequence }: JournalState,
): Promise<Result<void, StoreFailure>> {
  const listed = await listNames(blobs.listJournal, blobs.journalKeyFor(''), behindSequence(sequence));
  if (!listed.ok) return listed;
  const ours = listed.value
    .map(parseSegmentName)
    .filter((each) => each?.place === INSTALLATION && each.journal === shortId(id));
  if (ours.length > 0) await demandSnapshot(db, id);
  return ok(undefined);
}

/** Writes one round. Returns false if another server advanced the journal first. */
async function writeRound(
  services: Needs,
  state: JournalState,
  { markIds, entries }: Round,
): Promise<Result<boolean, StoreFailure>> {
  const { blobs, clock, db } = services;
  const now = clock.now();
  const of = { journalId: state.id, sequence: state.sequence + 1 };
  const byPlace = Map.groupBy(entries, placeOf);
  const header = { format: FORMAT, journal: state.id, sequence: of.sequence, at: now.toISOString() };
  const pieces = [...byPlace]
    .filter(([place]) => place !== INSTALLATION)
    .map(([place, rows]) => {
      const piece = pieceOf([{ ...header, space: place, rows: rows.length }, ...rows]);
      return { ...piece, rows: rows.length, name: segmentName({ ...of, place, sha256: piece.sha256 }) };
    });
  const write = async (piece: { readonly name: string; readonly bytes: Buffer }) =>
    await blobs.write({
      key: blobs.journalKeyFor(piece.name),
      bytes: piece.bytes,
      mediaType: 'application/jsonl',
    });
  const spaces = await eachUntilFailure(pieces, WRITES_AT_ONCE, write);
  if (!spaces.ok) return spaces;
  const own = byPlace.get(INSTALLATION) ?? [];
  const first: SegmentHeader = {
    ...header,
    format: FORMAT,
    previous: state.hash,
    rows: own.length,
    segments: pieces.map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
  };
  const main = pieceOf([first, ...own]);
  const name = segmentName({ ...of, place: INSTALLATION, sha256: main.sha256 });
  const written = await write({ name, bytes: main.bytes });
  if (!written.ok) return err(written.error);
  const step = { from: state, hash: main.sha256, rows: entries.length, markIds, now };
  return ok(
    await inTransaction(db, async (tx) => {
      // Otherwise each segment would wake all idle background jobs.
      changedNothing(tx);
      return await advanceJournal(tx, step);
    }),
  );
}
