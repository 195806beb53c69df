import { ok, type Result } from '@coffer/kit';
import type { StoreFailure } from '../../platform/blobs/blobs.ts';
import type { Services } from '../../services.ts';
import type { Link } from './model.ts';
import { findHead } from './store/chain.ts';

// A head is an object in the bucket that records the newest row of the chain. Its key contains everything, so that
// listing the keys is enough.

export interface Head extends Link {
  readonly writtenAt: Date;
}

const DIGITS = 15;
const PAGE = 1_000;
/** Enough pages for one head per hour in a hundred years. */
const PAGES_MAX = 900;
const NAME = /\/(\d{15})-([0-9a-f]{64})-(\d{13,15})$/;

const padded = (sequence: number): string => String(sequence).padStart(DIGITS, '0');

/** Background job: writes a head. Returns the number of heads written, which is zero if the trail has not grown. */
export async function writeAuditHead(
  services: Pick<Services, 'blobs' | 'clock' | 'db' | 'log'>,
): Promise<number> {
  const { blobs, clock, db, log } = services;
  const head = await findHead(db);
  if (head === undefined) return 0;
  const written = await listHeads(services, head.sequence - 1);
  if (!written.ok) return 0;
  if (written.value.some(({ sequence, hash }) => sequence === head.sequence && hash === head.hash)) return 0;
  if (written.value.some(({ sequence }) => sequence > head.sequence)) {
    log.error('audit_shortened', { sequence: head.sequence });
  }
  const at = clock.now();
  const key = blobs.auditHeadKeyFor(`${padded(head.sequence)}-${head.hash}-${at.getTime()}`);
  const bytes = Buffer.from(`${JSON.stringify({ ...head, at: at.toISOString() })}\n`);
  return (await blobs.write({ key, bytes, mediaType: 'application/json' })).ok ? 1 : 0;
}

/** Lists the heads of rows after `after`, by sequence. */
export async function listHeads(
  { blobs }: Pick<Services, 'blobs'>,
  after: number,
): Promise<Result<readonly Head[], StoreFailure>> {
  const heads: Head[] = [];
  let marker: string | undefined = blobs.auditHeadKeyFor(`${padded(after)}-~`);
  for (let page = 0; page < PAGES_MAX && marker !== undefined; page += 1) {
    const listed = await blobs.listAuditHeads({ after: marker, limit: PAGE });
    if (!listed.ok) return listed;
    heads.push(...listed.value.objects.flatMap(({ key }) => parseHead(key)));
    marker = listed.value.next;
  }
  return ok(heads);
}

function parseHead(key: string): readonly Head[] {
  const [, sequence, hash, writtenAtMs] = NAME.exec(key) ?? [];
  if (sequence === undefined || hash === undefined) return [];
  return [{ sequence: Number(sequence), hash, writtenAt: new Date(Number(writtenAtMs)) }];
}
