import {
  type RetentionKey,
  SERVER_LIMITS,
  SETTING_DEFAULTS,
  SETTING_SCHEMAS,
  type SettingKey,
  type Settings,
} from '@coffer/contracts';
import { type Clock, SECOND_MS } from '@coffer/kit';
import type { Log } from '../log/log.ts';
import type { Db, Tx } from './db.ts';

export type Retention = Pick<Settings, RetentionKey>;

export interface SettingsReader {
  /** A change on another server may become visible up to two seconds late. */
  readonly read: (db: Db | Tx) => Promise<Settings>;
  /**
   * The retention that deletions must respect now, in spaces without their own. A shorter one takes effect only after
   * `SERVER_LIMITS.settingGraceMs`, so that it can be undone.
   */
  readonly readRetention: (db: Db | Tx) => Promise<Retention>;
  /** Clears the cache, so that the next call reads the database. */
  readonly forget: () => void;
  readonly defaults: Settings;
}

type SettingValue = string | number | boolean | readonly string[];

export interface StoredSetting {
  readonly key: string;
  /** Null for the default. */
  readonly value: SettingValue | null;
  readonly previous: SettingValue | null;
  readonly changed_at: Date;
}

const CACHED_MS = 2 * SECOND_MS;

/** Settings that were never changed have their defaults. */
export function createSettings({
  clock,
  log,
  defaults,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly defaults: Settings;
}): SettingsReader {
  let cached: { readonly values: Settings; readonly at: number } | undefined;
  let generation = 0;
  return {
    defaults,
    read: async (db) => {
      const now = clock.now().getTime();
      if (cached !== undefined && Math.abs(now - cached.at) < CACHED_MS) return cached.values;
      const begun = generation;
      const values = valuesOf(await listSettings(db), { defaults, log });
      // A value read before a change must not be cached after it.
      if (begun === generation) cached = { values, at: now };
      return values;
    },
    readRetention: async (db) => {
      const rows = await listSettings(db);
      return retentionOf(rows, { values: valuesOf(rows, { defaults, log }), now: clock.now() });
    },
    forget: () => {
      generation += 1;
      cached = undefined;
    },
  };
}

/** The operator's environment can change some defaults. */
export function defaultsOf(config: {
  readonly spaces: { readonly creators: Settings['spaceCreators']; readonly quotaBytes: number };
}): Settings {
  const { creators: spaceCreators, quotaBytes: spaceQuotaBytes } = config.spaces;
  return { ...SETTING_DEFAULTS, spaceCreators, spaceQuotaBytes };
}

async function listSettings(db: Db | Tx): Promise<readonly StoredSetting[]> {
  return await db.selectFrom('admin_setting').select(['key', 'value', 'previous', 'changed_at']).execute();
}

/** Skips invalid values, which an older or newer version may have stored. */
export function valuesOf(
  rows: readonly Pick<StoredSetting, 'key' | 'value'>[],
  { defaults, log }: { readonly defaults: Settings; readonly log: Log },
): Settings {
  const stored = rows.flatMap(({ key, value }) => {
    if (value === null || !isSettingKey(key)) return [];
    const parsed = SETTING_SCHEMAS[key].safeParse(value);
    if (!parsed.success) log.warn('setting_unreadable', { key });
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(stored) };
}

/** Returns the new retention, or the longer of the old and the new one while the change is recent. */
export function retentionOf(
  rows: readonly StoredSetting[],
  { values, now }: { readonly values: Settings; readonly now: Date },
): Retention {
  const longest = (key: keyof Retention): number => {
    const row = rows.find((candidate) => candidate.key === key);
    const previous = row !== undefined && isYoung(row.changed_at, now) ? row.previous : null;
    return typeof previous === 'number' ? Math.max(previous, values[key]) : values[key];
  };
  return {
    trashDays: longest('trashDays'),
    versionsKept: longest('versionsKept'),
    versionDays: longest('versionDays'),
  };
}

function isYoung(changedAt: Date, now: Date): boolean {
  return now.getTime() < changedAt.getTime() + SERVER_LIMITS.settingGraceMs;
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_SCHEMAS, key);
}
