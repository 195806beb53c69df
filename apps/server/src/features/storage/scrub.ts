import { partSizeFor, type StorageReport, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import type { Services } from '../../services.ts';
import {
  type ContentSums,
  listReferencedEntries,
  lockBlob,
  markIntact,
  recordDamage,
} from '../ledger/index.ts';
import { lockSpace } from '../spaces/index.ts';
import { damageOf, readContent } from './content.ts';
import { look, stopFor } from './look.ts';
import type { Stop } from './model.ts';
import { sumLedger } from './store/ledger.ts';
import {
  countUnread,
  findDueForScrub,
  findFreshWithoutSum,
  forgetUnread,
  noteUnread,
  oldestCheck,
  readOn,
  saveRead,
  type ScrubRow,
} from './store/scrub.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;
type Read = { readonly damage: 'missing' | 'different' | 'checksum' } | { readonly sums: ContentSums };

/** All bytes are read within this many days: less than a month, so that a day of downtime is harmless. */
const DAYS = 25;
const OBJECTS_MAX = 1_000;
/** After this many objects that cannot be read although the bucket responds, a run ends. */
const PASSED_MAX = 100;
/** A bucket that responds but whose transfers break off is not tried longer. */
const BROKEN_MAX = 3;
/** Only newer objects are read early, so that an update of Coffer does not cause a full read. */
const FRESH_MS = DAY_MS;

/**
 * Background job, each minute: reads stored bytes within the part of the daily budget that is due, unverified objects
 * first; returns the number of objects. A failing store or `signal` ends the run; a single object that cannot be read is
 * passed over and tried again later.
 */
export async function scrub(services: Needs, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services;
  const start = clock.now();
  const day = start.toISOString().slice(0, 10);
  const perDay = budgetOf((await sumLedger(db)).files.bytes);
  const due = perDay * ((start.getTime() % DAY_MS) / DAY_MS);
  let read = await readOn(db, day);
  const passed = new PassedOver(services, signal);
  let objects = await readFresh(services, passed, signal);
  while (read <= due && objects < OBJECTS_MAX) {
    if (signal?.aborted === true) break;
    const now = clock.now();
    const before = new Date(now.getTime() - SERVER_LIMITS.scrubEveryMs);
    const row = await findDueForScrub(db, { now, before });
    if (row === undefined) break;
    const outcome = await check(services, row, signal);
    if ('stop' in outcome) {
      if (await passed.mayPass(row, outcome)) continue;
      services.log.warn('scrub_stopped', { reason: outcome.stop });
      break;
    }
    await recordOutcome(services, row, outcome);
    objects += 1;
    read += row.size_bytes;
    await saveRead(db, { day, readBytes: read, now: clock.now() });
  }
  return objects;
}

/**
 * Computes the SHA-256 of recent multipart uploads, whose parts arrive concurrently. Does not count against the daily
 * budget.
 */
async function readFresh(
  services: Needs,
  passed: PassedOver,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { db, clock } = services;
  for (let objects = 0; objects < OBJECTS_MAX; objects += 1) {
    if (signal?.aborted === true) return objects;
    const now = clock.now();
    const row = await findFreshWithoutSum(db, { now, since: new Date(now.getTime() - FRESH_MS) });
    if (row === undefined) return objects;
    const outcome = await check(services, row, signal);
    if ('stop' in outcome) {
      if (await passed.mayPass(row, outcome)) continue;
      // The loop of the scrub meets and logs the same failure.
      return objects;
    }
    await recordOutcome(services, row, outcome);
  }
  return OBJECTS_MAX;
}

/** Objects of this run that could not be read although the bucket responds, such as those in an archive. */
class PassedOver {
  #count = 0;
  readonly #services: Needs;
  readonly #signal: AbortSignal | undefined;
  #broken = 0;

  constructor(services: Needs, signal: AbortSignal | undefined) {
    this.#services = services;
    this.#signal = signal;
  }

  /** Whether the run goes on. If so, the object is tried again later, in another run. */
  async mayPass({ id, copy_of: copyOf }: ScrubRow, { stop }: Stop): Promise<boolean> {
    // An interrupted read says nothing about the object.
    if (this.#signal?.aborted === true) return false;
    if (stop === 'store_unavailable') this.#broken += 1;
    if (this.#count >= PASSED_MAX || this.#broken >= BROKEN_MAX) return false;
    const { blobs, clock, db, log } = this.#services;
    const pinged = await blobs.ping();
    if (!pinged.ok) return false;
    log.warn('object_not_read', { blobId: id, reason: stop });
    const waits = { waitMs: SERVER_LIMITS.scrubRetryMs, waitMaxMs: SERVER_LIMITS.scrubRetryMaxMs };
    await noteUnread(db, { id: copyOf ?? id, now: clock.now(), ...waits });
    this.#count += 1;
    return true;
  }
}

function budgetOf(storedBytes: number): number {
  return Math.max(SERVER_LIMITS.scrubPerDayMinBytes, Math.ceil(storedBytes / DAYS));
}

export async function scrubReport(
  services: Pick<Services, 'db' | 'clock'>,
  storedBytes: number,
): Promise<StorageReport['scrub']> {
  const day = services.clock.now().toISOString().slice(0, 10);
  return {
    bytesPerDay: budgetOf(storedBytes),
    readTodayBytes: await readOn(services.db, day),
    oldestAt: (await oldestCheck(services.db))?.toISOString() ?? null,
    unread: await countUnread(services.db),
  };
}

/** Reads an object. Damage counts only if two readings find it. */
async function check(services: Needs, row: ScrubRow, signal: AbortSignal | undefined): Promise<Read | Stop> {
  const first = await readAgain(services, row, signal);
  return 'damage' in first ? await readAgain(services, row, signal) : first;
}

async function readAgain(
  services: Needs,
  row: ScrubRow,
  signal: AbortSignal | undefined,
): Promise<Read | Stop> {
  const found = await services.blobs.read(row.key);
  if (!found.ok) return stopFor(found.error);
  if (found.value === undefined) {
    const seen = await look(services.blobs, row.key);
    if ('stop' in seen) return seen;
    return seen.head === undefined ? { damage: 'missing' } : { stop: 'store_unavailable' };
  }
  const expected = {
    sizeBytes: row.size_bytes,
    sha256: row.sha256 ?? '',
    partSizeBytes: row.part_size_bytes ?? partSizeFor(row.size_bytes),
  };
  try {
    const content = await readContent(untilAborted(found.value.bytes, signal), expected);
    // A body that is too short means a broken connection, not damage.
    if (content.sizeBytes !== found.value.sizeBytes) return { stop: 'store_unavailable' };
    const damage = damageOf(content, expected);
    return damage === undefined ? { sums: content } : { damage };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    services.log.info('scrub_interrupted', { blobId: row.id });
    return { stop: 'store_unavailable' };
  }
}

async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/** Records the result for all entries that share the object. */
async function recordOutcome(services: Needs, row: ScrubRow, outcome: Read): Promise<void> {
  const objectId = row.copy_of ?? row.id;
  await forgetUnread(services.db, objectId);
  for (const entry of await listReferencedEntries(services.db, objectId)) {
    await recordEntryOutcome(services, entry, outcome);
  }
  if ('damage' in outcome) {
    services.log.error('object_damaged', { blobId: row.id, damage: outcome.damage });
  } else if (row.crc64nvme !== null && row.crc64nvme !== outcome.sums.crc64nvme) {
    // The SHA-256 matches, so the sender's CRC was wrong.
    services.log.info('crc_corrected', { blobId: row.id });
  }
}

async function recordEntryOutcome(
  services: Needs,
  entry: Pick<ScrubRow, 'id' | 'space_id'>,
  outcome: Read,
): Promise<void> {
  const now = services.clock.now();
  await inSpaceTransaction(services.db, entry.space_id, async (tx) => {
    await lockSpace(tx, entry.space_id);
    const blob = await lockBlob(tx, entry.id);
    if (blob?.state !== 'referenced') return;
    if (!('damage' in outcome)) return await markIntact(tx, { blob, sums: outcome.sums, now });
    await recordDamage(services, tx, { blob, damage: outcome.damage, now });
  });
}
