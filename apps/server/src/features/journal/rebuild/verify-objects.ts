import { ok, type Result } from '@coffer/kit';
import type { Blobs, StoreFailure } from '../../../platform/blobs/blobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { eachUntilFailure } from '../bucket.ts';
import { countStored, listStored, markLost, type Stored } from '../store/rebuilt.ts';
import type { Trouble } from './model.ts';

const PAGE = 1_000;
const AT_ONCE = 16;

interface Lost {
  readonly key: string;
  readonly damage: 'missing' | 'different' | 'checksum';
}

/**
 * Checks each object of the ledger at the store, and marks those that are missing or differ. Returns the number of
 * checked objects.
 */
export async function verifyObjects(
  { blobs, say }: { readonly blobs: Blobs; readonly say: (line: string) => void },
  tx: Tx,
  { now, troubles }: { readonly now: Date; readonly troubles: Trouble[] },
): Promise<Result<number, StoreFailure>> {
  const total = await countStored(tx);
  let done = 0;
  for (let after = ''; ; ) {
    const page = await listStored(tx, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return ok(done);
    const lost: Lost[] = [];
    const verified = await eachUntilFailure(
      page,
      AT_ONCE,
      async (stored) => await verifyObject(blobs, stored, lost),
    );
    if (!verified.ok) return verified;
    for (const { key, damage } of lost) {
      await markLost(tx, { key, damage, now });
      troubles.push({ kind: damage === 'missing' ? 'object_missing' : 'object_different', name: key });
    }
    done += page.length;
    say(`Objects: ${done} of ${total} verified`);
    after = last.key;
  }
}

async function verifyObject(blobs: Blobs, stored: Stored, lost: Lost[]): Promise<Result<void, StoreFailure>> {
  const { key, size_bytes: sizeBytes, sha256 } = stored;
  const found = await blobs.head(key);
  if (!found.ok) return found;
  const head = found.value;
  if (head === undefined) lost.push({ key, damage: 'missing' });
  else if (head.sizeBytes !== sizeBytes) lost.push({ key, damage: 'different' });
  else if (head.sha256 !== undefined && sha256 !== null && head.sha256 !== sha256) {
    lost.push({ key, damage: 'checksum' });
  }
  return ok(undefined);
}
