import { assert } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { changeUse } from '../spaces/index.ts';
import { chargeChange } from './model.ts';
import { insertCopies, type NewCopy } from './store/copies.ts';

/**
 * [Note: One object, several entries] A copy is a separate entry with the key of its original: it counts fully in its
 * space, and is purged, quarantined and flagged as damaged separately. The object is deleted with its last entry.
 * Requires the locks of both spaces, enough quota and versions that refer to the originals.
 */
export async function copyBlobs(
  tx: Tx,
  entry: { readonly spaceId: string; readonly now: Date; readonly copies: readonly NewCopy[] },
): Promise<void> {
  if (entry.copies.length === 0) return;
  const sizes = await insertCopies(tx, entry);
  assert(sizes.length === entry.copies.length, 'a copied version refers to an object that is not referenced');
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
  const change = chargeChange(undefined, { state: 'referenced', isPurged: false }, sizeBytes);
  await changeUse(tx, { spaceId: entry.spaceId, ...change, now: entry.now });
}
