import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { StoredSetting } from '../../../platform/db/settings.ts';

export interface SettingRow extends StoredSetting {
  readonly revision: number;
  /** The name of the person who made the change. Null if the account was deleted. */
  readonly changed_by_name: string | null;
}

/** Lists all settings, the newest change first. */
export async function listSettingRows(db: Db | Tx): Promise<readonly SettingRow[]> {
  return await db
    .selectFrom('admin_setting')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'admin_setting.changed_by').on('user.status', '<>', 'removed'),
    )
    .select([
      'admin_setting.key',
      'admin_setting.value',
      'admin_setting.previous',
      'admin_setting.changed_at',
      'admin_setting.revision',
      'user.name as changed_by_name',
    ])
    .orderBy('admin_setting.changed_at', 'desc')
    .orderBy('admin_setting.key')
    .execute();
}

/** Locks the settings against other changes. Does not block readers. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`lock table admin_setting in share row exclusive mode`.execute(tx);
}

type Value = StoredSetting['value'];

export async function putSetting(
  tx: Tx,
  setting: {
    readonly key: string;
    readonly value: Value;
    readonly previous: Value;
    readonly changedBy: string;
    readonly now: Date;
  },
): Promise<void> {
  const { key, changedBy, now } = setting;
  const row = {
    value: setting.value === null ? null : JSON.stringify(setting.value),
    previous: setting.previous === null ? null : JSON.stringify(setting.previous),
    changed_by: changedBy,
    changed_at: now,
  };
  await tx
    .insertInto('admin_setting')
    .values({ key, ...row })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ ...row, revision: sql`admin_setting.revision + 1` }),
    )
    .execute();
}
