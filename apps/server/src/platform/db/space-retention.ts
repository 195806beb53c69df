import { SERVER_LIMITS } from '@coffer/contracts';
import type { Clock } from '@coffer/kit';
import { DAY_MS } from '@coffer/kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { Retention, SettingsReader } from './settings.ts';

/** Columns of the same meaning: the space's own value, and the one that holds until a change takes effect. */
const COLUMNS: Readonly<Record<keyof Retention, { readonly own: string; readonly before: string }>> = {
  trashDays: { own: 'space.trash_days', before: 'space.trash_days_before' },
  versionsKept: { own: 'space.versions_kept', before: 'space.versions_kept_before' },
  versionDays: { own: 'space.version_days', before: 'space.version_days_before' },
};

/**
 * SQL: the value of a row of `space` that deletions must respect now; `installation` is what `readRetention` returned.
 * A shorter one takes effect after `SERVER_LIMITS.settingGraceMs`, and a space whose archive has ended keeps no trash.
 */
export function retentionInEffect(
  key: keyof Retention,
  { installation, now }: { readonly installation: Retention; readonly now: Date },
): RawBuilder<number> {
  const { own, before } = COLUMNS[key];
  const since = new Date(now.getTime() - SERVER_LIMITS.settingGraceMs);
  const kept = sql<number>`greatest(
    coalesce(${sql.ref(own)}, ${installation[key]}::integer),
    case when space.retention_changed_at > ${since}::timestamptz then ${sql.ref(before)} end)`;
  return key === 'trashDays' ? sql`case when space.emptied_at is null then ${kept} else 0 end` : kept;
}

export interface SpaceRetentionState {
  /** As chosen: the space's own values, or those of the installation. */
  readonly chosen: Retention;
  /** What deletions must respect now. */
  readonly inEffect: Retention;
  /** Until this time, a shortened retention of the space deletes nothing. */
  readonly deletesFrom: Date | null;
}

/** The retention of a space. The answer can change unless the space is locked. */
export async function readSpaceRetention(
  db: Db | Tx,
  { settings, clock }: { readonly settings: SettingsReader; readonly clock: Clock },
  spaceId: string,
): Promise<SpaceRetentionState> {
  const values = await settings.read(db);
  const installation = await settings.readRetention(db);
  const asked = { installation, now: clock.now() };
  const row = await db
    .selectFrom('space')
    .select(['trash_days', 'versions_kept', 'version_days', 'retention_changed_at'])
    .select([
      retentionInEffect('trashDays', asked).as('trash_days_now'),
      retentionInEffect('versionsKept', asked).as('versions_kept_now'),
      retentionInEffect('versionDays', asked).as('version_days_now'),
    ])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const chosen = {
    trashDays: row.trash_days ?? values.trashDays,
    versionsKept: row.versions_kept ?? values.versionsKept,
    versionDays: row.version_days ?? values.versionDays,
  };
  const inEffect = {
    trashDays: row.trash_days_now,
    versionsKept: row.versions_kept_now,
    versionDays: row.version_days_now,
  };
  const changedAt = row.retention_changed_at?.getTime() ?? 0;
  const isShortened =
    isShorter(chosen, inEffect) && changedAt > asked.now.getTime() - SERVER_LIMITS.settingGraceMs;
  const deletesFrom = isShortened ? new Date(changedAt + SERVER_LIMITS.settingGraceMs) : null;
  return { chosen, inEffect, deletesFrom };
}

function isShorter(chosen: Retention, inEffect: Retention): boolean {
  const { trashDays, versionsKept, versionDays } = inEffect;
  return (
    chosen.trashDays < trashDays || chosen.versionsKept < versionsKept || chosen.versionDays < versionDays
  );
}

/** The moment at which something of this time is deleted, kept for `days` and not before a shortened time takes effect. */
export function goesAt(
  at: Date,
  key: 'trashDays' | 'versionDays',
  { chosen, inEffect, deletesFrom }: SpaceRetentionState,
): Date {
  const due = at.getTime() + chosen[key] * DAY_MS;
  const dueBefore = at.getTime() + inEffect[key] * DAY_MS;
  return new Date(Math.max(due, Math.min(dueBefore, deletesFrom?.getTime() ?? 0)));
}
