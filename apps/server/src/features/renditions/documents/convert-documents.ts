import { DAY_MS, MIB, MINUTE_MS } from '@coffer/kit';
import type { Converter } from '../../../platform/converter/converter.ts';
import type { Services } from '../../../services.ts';
import {
  type ClaimedDocument,
  claimDocument,
  setDocumentDue,
  setDocumentReady,
  setNoDocument,
} from '../store/conversions.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'> & { readonly converter: Converter };

export const CONVERTED_BYTES_MAX = 50 * MIB;
/** Longer than the conversion and the transfers of one file take. */
const LEASE_MS = 5 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const TRIES_MAX = 2;
const ROUND_MAX = 100;

/**
 * Background job: converts documents one after another, the longest waiting first. After a crash the lease expires, and
 * the file is sent again.
 */
export async function convertDocuments(services: Needs, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (done < ROUND_MAX && !signal.aborted) {
    const now = services.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimDocument(services.db, { now, leaseUntil });
    if (claimed === undefined) break;
    const isGoing = await convertOne(services, claimed);
    done += 1;
    if (!isGoing) break;
  }
  return done;
}

/**
 * Converts one document. Returns false if the service or the store is unavailable, because the others would fail too.
 */
async function convertOne(services: Needs, claimed: ClaimedDocument): Promise<boolean> {
  const { blobs, converter, db, clock, log } = services;
  const { blob_id: blobId } = claimed;
  const refuse = async (reason: string): Promise<boolean> => {
    log.info('document_not_converted', { blobId, reason });
    await setNoDocument(db, blobId, new Date(clock.now().getTime() + DAY_MS));
    return true;
  };
  const wait = async (isCounted: boolean): Promise<boolean> => {
    await setDocumentDue(db, blobId, { at: new Date(clock.now().getTime() + RETRY_MS), isCounted });
    return false;
  };
  if (claimed.tries > TRIES_MAX) return await refuse('several tries did not finish');
  if (claimed.size_bytes > CONVERTED_BYTES_MAX) return await refuse('the file is too large');
  const source = await blobs.read(claimed.key);
  if (!source.ok) return await wait(false);
  if (source.value === undefined) return await refuse('the object is missing');
  const { bytes, sizeBytes } = source.value;
  const made = await converter.convert({ bytes, sizeBytes, extension: claimed.extension });
  // Closes the stream, which an unavailable service has not read.
  bytes.destroy();
  if (!made.ok) {
    if (made.error.code === 'unreadable') return await refuse(made.error.reason);
    if (made.error.code === 'source_failed') return await wait(false);
    log.warn('converter_unavailable', { reason: made.error.reason });
    // A file that crashes the service must not block the others forever.
    return await wait(true);
  }
  const key = blobs.documentKeyFor(blobId);
  const written = await blobs.write({ key, bytes: made.value, mediaType: 'application/pdf' });
  if (!written.ok) return await wait(false);
  if (!(await setDocumentReady(db, blobId, made.value.length))) await blobs.remove(key);
  return true;
}
