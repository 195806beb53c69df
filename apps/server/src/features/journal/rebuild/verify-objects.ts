import { defined, ok, type Result } from '@coffer/kit';
import type { Blobs, StoreFailure } from '../../../platform/blobs/blobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { lockBlob, recordDamage } from '../../ledger/index.ts';
import { eachUntilFailure } from '../bucket.ts';
import { countStored, listEntriesOf, listStored, type Stored } from '../store/rebuilt.ts';
import type { Trouble } from './model.ts';

const PAGE = 1_000;
const AT_ONCE = 16;
/** After this many objects that the store does not return although it responds, a rebuild ends. */
const UNREAD_MAX = 100;

interface Lost {
  readonly key: string;
  readonly damage: 'missing' | 'different' | 'checksum';
}

interface Found {
  readonly lost: Lost[];
  readonly unread: string[];
}

/**
 * Checks each object of the ledger at the store, and marks those that are missing or differ; passes over single objects
 * that the store does not return. Returns the number of checked objects.
 */
export async function verifyObjects(
  services: {
    readonly blobs: Blobs;
    readonly newId: () => string;
    readonly say: (line: string) => void;
  },
  tx: Tx,
  { now, troubles }: { readonly now: Date; readonly troubles: Trouble[] },
): Promise<Result<number, StoreFailure>> {
  const total = await countStored(tx);
  const unread: string[] = [];
  let done = 0;
  for (let after = ''; ; ) {
    const page = await listStored(tx, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const found: Found = { lost: [], unread };
    const verified = await eachUntilFailure(
      page,
      AT_ONCE,
      async (stored) => await verifyObject(services.blobs, stored, found),
    );
    if (!verified.ok) return verified;
    for (const { key, damage } of found.lost) {
      await markLost(services, tx, { key, damage, now });
      troubles.push({ kind: damage === 'missing' ? 'object_missing' : 'object_different', name: key });
    }
    done += page.length;
    services.say(`Objects: ${done} of ${total} verified`);
    after = last.key;
  }
  troubles.push(...unread.map((name) => ({ kind: 'object_unread', name }) as const));
  return ok(done - unread.length);
}

async function verifyObject(
  blobs: Blobs,
  stored: Stored,
  { lost, unread }: Found,
): Promise<Result<void, StoreFailure>> {
  const { key, size_bytes: sizeBytes, sha256 } = stored;
  const found = await blobs.head(key);
  if (!found.ok) {
    const pinged = await blobs.ping();
    if (!pinged.ok || unread.length >= UNREAD_MAX) return found;
    unread.push(key);
    return ok(undefined);
  }
  const head = found.value;
  if (head === undefined) lost.push({ key, damage: 'missing' });
  else if (head.sizeBytes !== sizeBytes) lost.push({ key, damage: 'different' });
  else if (head.sha256 !== undefined && sha256 !== null && head.sha256 !== sha256) {
    lost.push({ key, damage: 'checksum' });
  }
  return ok(undefined);
}

/** Marks every entry of the object, with an event of its file. Nothing else uses the database, so no space is locked. */
async function markLost(
  services: { readonly newId: () => string },
  tx: Tx,
  { key, damage, now }: Lost & { readonly now: Date },
): Promise<void> {
  for (const id of await listEntriesOf(tx, key)) {
    const blob = defined(await lockBlob(tx, id), 'an entry of the object is gone');
    await recordDamage(services, tx, { blob, damage, now });
  }
}
