import type { RetentionKey } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Retention } from '../../../platform/db/settings.ts';

export type OwnRetention = Readonly<Record<RetentionKey, number | null>>;

export interface RetentionRow {
  readonly own: OwnRetention;
  readonly is_on_hold: boolean;
  readonly revision: number;
}

/** The space's own values. Undefined for a space that is missing or has been emptied. */
export async function findRetention(db: Db | Tx, spaceId: string): Promise<RetentionRow | undefined> {
  const row = await db
    .selectFrom('space')
    .select(['trash_days', 'versions_kept', 'version_days', 'hold_began_at', 'revision'])
    .where('id', '=', spaceId)
    .where('emptied_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      own: { trashDays: row.trash_days, versionsKept: row.versions_kept, versionDays: row.version_days },
      is_on_hold: row.hold_began_at !== null,
      revision: row.revision,
    }
  );
}

/** Changes the space's own values. `before` holds until the change takes effect. Requires the space lock. */
export async function setRetention(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly own: OwnRetention;
    readonly before: Retention;
    readonly now: Date;
  },
): Promise<void> {
  const { spaceId, own, before, now } = change;
  await tx
    .updateTable('space')
    .set((set) => ({
      trash_days: own.trashDays,
      versions_kept: own.versionsKept,
      version_days: own.versionDays,
      trash_days_before: before.trashDays,
      versions_kept_before: before.versionsKept,
      version_days_before: before.versionDays,
      retention_changed_at: now,
      updated_at: now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', spaceId)
    .execute();
}
