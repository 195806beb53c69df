import { LIMITS, partSizeFor, type StorageReport } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { lockBlob, markDamaged, markWhole } from '../ledger/index.ts';
import { lockSpace, recordEvents } from '../spaces/index.ts';
import { damageOf, readContent } from './content.ts';
import { look, stopFor } from './look.ts';
import type { Stop } from './model.ts';
import { sumLedger } from './store/ledger.ts';
import {
  findDueForScrub,
  findNewestVersion,
  oldestCheck,
  readOn,
  saveRead,
  type ScrubRow,
} from './store/scrub.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;
type Read =
  | { readonly damage: 'missing' | 'different' | 'checksum' }
  /** Whole, with the sum that nobody had verified before. */
  | { readonly crc64nvme: string };

/** A little less than the month in which everything is read, so that a day without a server does no harm. */
const DAYS = 25;
const OBJECTS_MAX = 1_000;

/**
 * Background work, each minute: reads stored bytes again and compares them with what was received; those that the store did not verify
 * itself come first. No more than the part of the day's budget that has come due. A store that does not answer ends the round, and
 * concludes nothing; so does the end of the server, by `signal`. Returns how many objects were read.
 */
export async function scrub(services: Needs, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services;
  const start = clock.now();
  const day = start.toISOString().slice(0, 10);
  const perDay = budgetOf((await sumLedger(db)).files.bytes);
  const due = perDay * ((start.getTime() % DAY_MS) / DAY_MS);
  let read = await readOn(db, day);
  let objects = 0;
  while (read <= due && objects < OBJECTS_MAX) {
    if (signal?.aborted === true) break;
    const row = await findDueForScrub(db, new Date(clock.now().getTime() - LIMITS.scrubEveryMs));
    if (row === undefined) break;
    const outcome = await check(services, row, signal);
    if ('stop' in outcome) {
      services.log.warn('scrub_stopped', { reason: outcome.stop });
      break;
    }
    await settle(services, row, outcome);
    objects += 1;
    read += row.size_bytes;
    await saveRead(db, { day, readBytes: read, now: clock.now() });
  }
  return objects;
}

function budgetOf(storedBytes: number): number {
  return Math.max(LIMITS.scrubPerDayMinBytes, Math.ceil(storedBytes / DAYS));
}

/** What the scrub does, for the report. */
export async function scrubReport(
  services: Pick<Services, 'db' | 'clock'>,
  storedBytes: number,
): Promise<StorageReport['scrub']> {
  const day = services.clock.now().toISOString().slice(0, 10);
  return {
    bytesPerDay: budgetOf(storedBytes),
    readTodayBytes: await readOn(services.db, day),
    oldestAt: (await oldestCheck(services.db))?.toISOString() ?? null,
  };
}

/** What is wrong with an object. A difference counts when a second reading finds it too. */
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
    // Fewer bytes than were announced are a broken connection, not a shorter object.
    if (content.sizeBytes !== found.value.sizeBytes) return { stop: 'store_unavailable' };
    const damage = damageOf(content, expected);
    return damage === undefined ? { crc64nvme: content.crc64nvme } : { damage };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    services.log.info('scrub_interrupted', { blobId: row.id });
    return { stop: 'store_unavailable' };
  }
}

/** The bytes, as long as nobody asks for the end. */
async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    yield piece;
  }
}

async function settle(services: Needs, row: ScrubRow, outcome: Read): Promise<void> {
  const now = services.clock.now();
  const version = await findNewestVersion(services.db, row.id);
  await inTransaction(services.db, async (tx) => {
    await lockSpace(tx, row.space_id);
    const blob = await lockBlob(tx, row.id);
    if (blob?.state !== 'referenced') return;
    if (!('damage' in outcome)) return await markWhole(tx, { blob, crc64nvme: outcome.crc64nvme, now });
    const isNews = await markDamaged(tx, { blob, damage: outcome.damage, now });
    if (!isNews || version === undefined) return;
    const facts = { number: version.number, damage: outcome.damage };
    await recordEvents(tx, {
      spaceId: row.space_id,
      actorId: null,
      at: now,
      newId: services.newId,
      events: [{ verb: 'version_damaged', nodeId: version.node_id, facts }],
    });
  });
  if ('damage' in outcome) {
    services.log.error('object_damaged', { blobId: row.id, damage: outcome.damage });
  } else if (row.crc64nvme !== null && row.crc64nvme !== outcome.crc64nvme) {
    // The bytes are the declared ones by their SHA-256: it was the sender's sum that was wrong.
    services.log.info('crc_corrected', { blobId: row.id });
  }
}
