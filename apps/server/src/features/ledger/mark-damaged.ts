import type { Tx } from '../../platform/db/db.ts';
import type { BlobRow } from './store.ts';
import { isDamaged, setDamage, setNodeDamage } from './store/damage.ts';

export type Damage = 'missing' | 'different' | 'checksum';

/**
 * Notes that the bytes of an object are not what they were, on the object and on the files that show it. The space is
 * locked. True when that was not known before.
 */
export async function markDamaged(
  tx: Tx,
  input: { readonly blob: BlobRow; readonly damage: Damage; readonly now: Date },
): Promise<boolean> {
  const { blob, damage, now } = input;
  const isNews = !(await isDamaged(tx, blob.id));
  await setDamage(tx, blob.id, { damage, damaged_at: now, checked_at: now });
  await setNodeDamage(tx, blob, true);
  return isNews;
}

/** Notes that the bytes of an object have been read and are the declared ones. The space is locked. */
export async function markWhole(
  tx: Tx,
  input: { readonly blob: BlobRow; readonly crc64nvme: string; readonly now: Date },
): Promise<void> {
  const { blob, crc64nvme, now } = input;
  const read = { checked_at: now, verified_at: now, crc64nvme };
  await setDamage(tx, blob.id, { damage: null, damaged_at: null, ...read });
  await setNodeDamage(tx, blob, false);
}
