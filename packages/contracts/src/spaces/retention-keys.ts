import type { SettingKey } from '../settings/setting-keys.ts';

/** The settings that a space can have values of its own for. */
export const RETENTION_KEYS = [
  'trashDays',
  'versionsKept',
  'versionDays',
] as const satisfies readonly SettingKey[];
export type RetentionKey = (typeof RETENTION_KEYS)[number];

/** The settings that limit what managers may choose for a space. */
export const RETENTION_BOUNDS = {
  trashDays: ['spaceTrashDaysMin', 'spaceTrashDaysMax'],
  versionsKept: ['spaceVersionsKeptMin', 'spaceVersionsKeptMax'],
  versionDays: ['spaceVersionDaysMin', 'spaceVersionDaysMax'],
} as const satisfies Readonly<Record<RetentionKey, readonly [SettingKey, SettingKey]>>;
