import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

export interface UnnotifiedHandIn {
  readonly id: string;
  readonly space_id: string;
  readonly folder_id: string;
  readonly label: string;
  readonly created_by: string;
  readonly guest_name: string;
  readonly guest_email: string;
  readonly arrived_files: number;
}

/** Lists hand-ins with files that the owner was not notified of. */
export async function listUnnotifiedHandIns(
  tx: Tx,
  { settledUntil, limit }: { readonly settledUntil: Date; readonly limit: number },
): Promise<readonly UnnotifiedHandIn[]> {
  return await tx
    .selectFrom('hand_in')
    .innerJoin('link', 'link.id', 'hand_in.link_id')
    .select([
      'hand_in.id',
      'link.space_id',
      'hand_in.folder_id',
      'link.label',
      'link.created_by',
      'hand_in.guest_name',
      'hand_in.guest_email',
      'hand_in.arrived_files',
    ])
    .where('hand_in.arrived_files', '>', sql<number>`hand_in.told_files`)
    .where((either) =>
      either.or([
        either('hand_in.finished_at', 'is not', null),
        either('hand_in.arrived_at', '<=', settledUntil),
      ]),
    )
    .orderBy('hand_in.arrived_at')
    .limit(limit)
    .forUpdate('hand_in')
    .skipLocked()
    .execute();
}

export async function markNotified(
  tx: Tx,
  { id, files }: { readonly id: string; readonly files: number },
): Promise<void> {
  await tx.updateTable('hand_in').set({ told_files: files }).where('id', '=', id).execute();
}
