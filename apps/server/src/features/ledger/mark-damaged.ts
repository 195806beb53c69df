import type { Tx } from '../../platform/db/db.ts';
import type { BlobRow } from './store/blobs.ts';
import { isDamaged, setDamage, setNodeDamage } from './store/damage.ts';

export type Damage = 'missing' | 'different' | 'checksum';

/** Marks an object as damaged. Returns false if the damage was known before; requires the space lock. */
export async function markDamaged(
  tx: Tx,
  input: { readonly blob: BlobRow; readonly damage: Damage; readonly now: Date },
): Promise<boolean> {
  const { blob, damage, now } = input;
  const isNew = !(await isDamaged(tx, blob.id));
  await setDamage(tx, blob.id, { damage, damaged_at: now, checked_at: now });
  await setNodeDamage(tx, blob, true);
  return isNew;
}

/** Checksums computed from all bytes, in base64. */
export interface ContentSums {
  readonly crc64nvme: string;
  readonly contentSha256: string;
}

/** Marks an object as intact. Requires the space lock. */
export async function markIntact(
  tx: Tx,
  input: { readonly blob: BlobRow; readonly sums: ContentSums; readonly now: Date },
): Promise<void> {
  const { blob, sums, now } = input;
  const read = {
    checked_at: now,
    verified_at: now,
    crc64nvme: sums.crc64nvme,
    content_sha256: sums.contentSha256,
  };
  await setDamage(tx, blob.id, { damage: null, damaged_at: null, ...read });
  await setNodeDamage(tx, blob, false);
}
