import type { Tx } from '../../platform/db/db.ts';
import type { BlobRow } from './store.ts';
import { setDamage, setNodeDamage } from './store/damage.ts';

export type Damage = 'missing' | 'different' | 'checksum';

/** Notes that the bytes of an object are not what they were, on the object and on the files that show it. The space is locked. */
export async function markDamaged(
  tx: Tx,
  input: { readonly blob: BlobRow; readonly damage: Damage; readonly now: Date },
): Promise<void> {
  const { blob, damage, now } = input;
  await setDamage(tx, blob.id, { damage, damaged_at: now, checked_at: now });
  await setNodeDamage(tx, blob, true);
}

/** Notes that the bytes of an object have been read and are the declared ones. The space is locked. */
export async function markWhole(
  tx: Tx,
  input: { readonly blob: BlobRow; readonly now: Date },
): Promise<void> {
  const { blob, now } = input;
  await setDamage(tx, blob.id, { damage: null, damaged_at: null, checked_at: now, verified_at: now });
  await setNodeDamage(tx, blob, false);
}
