import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export async function isDamaged(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('blob')
    .select('id')
    .where('id', '=', id)
    .where('damaged_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setDamage(
  tx: Tx,
  id: string,
  change: {
    readonly damage: 'missing' | 'different' | 'checksum' | null;
    readonly damaged_at: Date | null;
    readonly checked_at: Date;
    readonly verified_at?: Date;
    readonly crc64nvme?: string;
    readonly content_sha256?: string;
  },
): Promise<void> {
  const { damaged_at: damagedAt, ...rest } = change;
  await tx
    .updateTable('blob')
    .set({
      ...rest,
      // Keeps the time at which the damage was first found.
      damaged_at: damagedAt === null ? null : sql<Date>`coalesce(damaged_at, ${damagedAt}::timestamptz)`,
    })
    .where('id', '=', id)
    .execute();
}

export async function setNodeDamage(
  tx: Tx,
  blob: { readonly id: string; readonly space_id: string },
  flag: boolean,
): Promise<void> {
  await tx
    .updateTable('node')
    .set({ is_damaged: flag })
    .where('space_id', '=', blob.space_id)
    .where('is_damaged', '!=', flag)
    .where('current_version_id', 'in', (eb) =>
      eb
        .selectFrom('version')
        .select('version.id')
        .where('version.space_id', '=', blob.space_id)
        .where('version.blob_id', '=', blob.id),
    )
    .execute();
}

/** Lets the scrub read the object next, unless it was read since `checkedAt`. */
export async function prioritizeCheck(
  db: Db,
  blob: { readonly id: string; readonly spaceId: string; readonly checkedAt: Date },
): Promise<void> {
  await db
    .updateTable('blob')
    .set({ checked_at: null })
    .where('id', '=', blob.id)
    .where('space_id', '=', blob.spaceId)
    .where('checked_at', '=', blob.checkedAt)
    .execute();
}

/** The newest version that refers to an object, for the event about its damage. */
export async function findNewestVersion(
  tx: Tx,
  blobId: string,
): Promise<{ readonly node_id: string; readonly number: number } | undefined> {
  return await tx
    .selectFrom('version')
    .select(['node_id', 'number'])
    .where('blob_id', '=', blobId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
