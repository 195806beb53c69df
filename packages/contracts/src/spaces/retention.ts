import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant } from '../ids.ts';
import { SETTING_RANGES } from '../settings/setting-keys.ts';
import { SETTING_SCHEMAS } from '../settings/settings.ts';
import { RETENTION_KEYS } from './retention-keys.ts';

const { trashDays, versionsKept, versionDays } = SETTING_SCHEMAS;

const Range = z.object({ min: Count, max: Count });

/** How long the trash and old versions of a space are kept. */
export const SpaceRetention = z.object({
  /** Null where the space follows the settings of the installation. */
  own: z.object({
    trashDays: z.nullable(trashDays),
    versionsKept: z.nullable(versionsKept),
    versionDays: z.nullable(versionDays),
  }),
  /** The settings of the installation. */
  installation: z.object({ trashDays, versionsKept, versionDays }),
  /** What the person may choose. */
  bounds: z.object({ trashDays: Range, versionsKept: Range, versionDays: Range }),
  /** Until this time, a shortened retention deletes nothing, so that the change can be undone. */
  deletesFrom: z.nullable(Instant),
  /** On hold, nothing is deleted, whatever the retention says. */
  isOnHold: z.boolean(),
  mayChange: z.boolean(),
  /** Of the space, for `If-Match`. */
  revision: z.number(),
});
export type SpaceRetention = z.infer<typeof SpaceRetention>;

/** Absent members stay as they are; null follows the installation. */
export const ChangeSpaceRetentionRequest = z.strictObject({
  trashDays: z.optional(z.nullable(trashDays)),
  versionsKept: z.optional(z.nullable(versionsKept)),
  versionDays: z.optional(z.nullable(versionDays)),
});
export type ChangeSpaceRetentionRequest = z.infer<typeof ChangeSpaceRetentionRequest>;

/** A retention that nobody has chosen yet. */
export const RetentionEffectQuery = z.strictObject({
  trashDays: digitsUpTo(SETTING_RANGES.trashDays[1]),
  versionsKept: digitsUpTo(SETTING_RANGES.versionsKept[1]),
  versionDays: digitsUpTo(SETTING_RANGES.versionDays[1]),
});
export type RetentionEffectQuery = z.infer<typeof RetentionEffectQuery>;

/** What this retention would delete. Counts end at `retentionCountedMax`, which means at least that many. */
export const RetentionEffect = z.object({
  /** Items in the trash, each with everything below it. */
  trashItems: Count,
  versions: Count,
});
export type RetentionEffect = z.infer<typeof RetentionEffect>;

/** One changed value. `isOwn` is false if the space follows the installation again. */
export const RetentionChange = z.object({
  key: z.enum(RETENTION_KEYS),
  from: Count,
  to: Count,
  isOwn: z.boolean(),
});
export type RetentionChange = z.infer<typeof RetentionChange>;
