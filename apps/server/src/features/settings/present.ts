import { type Person, SERVER_LIMITS, type SettingsView } from '@coffer/contracts';
import { isSettingKey, type Retention, retentionOf, valuesOf } from '../../platform/db/settings.ts';
import type { Services } from '../../services.ts';
import { mayChangeSettings } from './policy.ts';
import type { SettingRow } from './store/settings.ts';

export function presentSettings(
  { clock, log, settings }: Pick<Services, 'clock' | 'log' | 'settings'>,
  actor: Person,
  rows: readonly SettingRow[],
): SettingsView {
  const { defaults } = settings;
  const values = valuesOf(rows, { defaults, log });
  const kept = retentionOf(rows, { values, now: clock.now() });
  const shortened = rows
    .filter(({ key }) => isRetentionKey(kept, key) && kept[key] > values[key])
    .map(({ changed_at: at }) => at.getTime() + SERVER_LIMITS.settingGraceMs);
  return {
    values: { ...values },
    defaults: { ...defaults },
    changes: rows.flatMap(({ key, value, changed_at: at, changed_by_name: by }) =>
      isSettingKey(key) && value !== null ? [{ key, at: at.toISOString(), by }] : [],
    ),
    deletesFrom: shortened.length === 0 ? null : new Date(Math.max(...shortened)).toISOString(),
    mayChange: mayChangeSettings(actor),
    revision: revisionOf(rows),
  };
}

/** The revision of all settings together. It only grows, because rows are never deleted. */
export function revisionOf(rows: readonly Pick<SettingRow, 'revision'>[]): number {
  return rows.reduce((sum, row) => sum + row.revision, 1);
}

function isRetentionKey(kept: Retention, key: string): key is keyof Retention {
  return Object.hasOwn(kept, key);
}
