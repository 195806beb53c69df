import * as z from 'zod/mini';
import { LogoId } from '../branding/branding.ts';
import { Instant } from '../ids.ts';
import { MAIL_LANGUAGES } from '../mail/mail-kinds.ts';
import { LIMITS } from '../limits.ts';
import { hiddenIn, isVisible } from '../names/hidden-characters.ts';
import { typedLine } from '../text.ts';
import {
  BRAND_COLOR,
  INVITERS,
  JOIN_DOMAIN,
  SETTING_RANGES,
  SPACE_CREATORS,
  type Settings,
} from './setting-keys.ts';

const whole = ([min, max]: readonly [number, number]) =>
  z.number().check(z.int(), z.minimum(min), z.maximum(max));

const LogoOrNone = z.union([z.literal(''), LogoId]);

/** One schema per key, so that an invalid value in the database does not affect the other settings. */
export const SETTING_SCHEMAS = {
  trashDays: whole(SETTING_RANGES.trashDays),
  versionsKept: whole(SETTING_RANGES.versionsKept),
  versionDays: whole(SETTING_RANGES.versionDays),
  spaceTrashDaysMin: whole(SETTING_RANGES.spaceTrashDaysMin),
  spaceTrashDaysMax: whole(SETTING_RANGES.spaceTrashDaysMax),
  spaceVersionsKeptMin: whole(SETTING_RANGES.spaceVersionsKeptMin),
  spaceVersionsKeptMax: whole(SETTING_RANGES.spaceVersionsKeptMax),
  spaceVersionDaysMin: whole(SETTING_RANGES.spaceVersionDaysMin),
  spaceVersionDaysMax: whole(SETTING_RANGES.spaceVersionDaysMax),
  purgedHours: whole(SETTING_RANGES.purgedHours),
  spaceCreators: z.enum(SPACE_CREATORS),
  inviters: z.enum(INVITERS),
  personQuotaBytes: whole(SETTING_RANGES.personQuotaBytes),
  spaceQuotaBytes: whole(SETTING_RANGES.spaceQuotaBytes),
  linksAllowed: z.boolean(),
  linksProtected: z.boolean(),
  linkDaysMax: whole(SETTING_RANGES.linkDaysMax),
  joinDomains: z.readonly(
    z.array(z.string().check(z.regex(JOIN_DOMAIN))).check(z.maxLength(LIMITS.joinDomainsMax)),
  ),
  mailLanguage: z.enum(MAIL_LANGUAGES),
  brandName: typedLine(1, LIMITS.brandNameLengthMax).check(
    z.refine((name) => isVisible(name) && hiddenIn(name).length === 0),
  ),
  brandAccent: z.string().check(z.regex(BRAND_COLOR)),
  brandLogo: LogoOrNone,
  brandLogoDark: LogoOrNone,
} as const satisfies { readonly [K in keyof Settings]: z.ZodMiniType<Settings[K]> };

const SettingValues = z.strictObject(SETTING_SCHEMAS);

export const SettingsView = z.object({
  values: SettingValues,
  defaults: SettingValues,
  /** When each setting was last changed, newest first. */
  changes: z.array(
    z.object({
      key: z.keyof(SettingValues),
      at: Instant,
      /** Null if the account was deleted. */
      by: z.nullable(z.string()),
    }),
  ),
  /** Until this time, a shortened retention deletes nothing, so that the change can be undone. */
  deletesFrom: z.nullable(Instant),
  mayChange: z.boolean(),
  /** For `If-Match`. */
  revision: z.number(),
});
export type SettingsView = z.infer<typeof SettingsView>;

/** Absent members stay as they are; null restores the default. */
export const ChangeSettingsRequest = z.strictObject({
  trashDays: z.optional(z.nullable(SETTING_SCHEMAS.trashDays)),
  versionsKept: z.optional(z.nullable(SETTING_SCHEMAS.versionsKept)),
  versionDays: z.optional(z.nullable(SETTING_SCHEMAS.versionDays)),
  spaceTrashDaysMin: z.optional(z.nullable(SETTING_SCHEMAS.spaceTrashDaysMin)),
  spaceTrashDaysMax: z.optional(z.nullable(SETTING_SCHEMAS.spaceTrashDaysMax)),
  spaceVersionsKeptMin: z.optional(z.nullable(SETTING_SCHEMAS.spaceVersionsKeptMin)),
  spaceVersionsKeptMax: z.optional(z.nullable(SETTING_SCHEMAS.spaceVersionsKeptMax)),
  spaceVersionDaysMin: z.optional(z.nullable(SETTING_SCHEMAS.spaceVersionDaysMin)),
  spaceVersionDaysMax: z.optional(z.nullable(SETTING_SCHEMAS.spaceVersionDaysMax)),
  purgedHours: z.optional(z.nullable(SETTING_SCHEMAS.purgedHours)),
  spaceCreators: z.optional(z.nullable(SETTING_SCHEMAS.spaceCreators)),
  inviters: z.optional(z.nullable(SETTING_SCHEMAS.inviters)),
  personQuotaBytes: z.optional(z.nullable(SETTING_SCHEMAS.personQuotaBytes)),
  spaceQuotaBytes: z.optional(z.nullable(SETTING_SCHEMAS.spaceQuotaBytes)),
  linksAllowed: z.optional(z.nullable(SETTING_SCHEMAS.linksAllowed)),
  linksProtected: z.optional(z.nullable(SETTING_SCHEMAS.linksProtected)),
  linkDaysMax: z.optional(z.nullable(SETTING_SCHEMAS.linkDaysMax)),
  joinDomains: z.optional(z.nullable(SETTING_SCHEMAS.joinDomains)),
  mailLanguage: z.optional(z.nullable(SETTING_SCHEMAS.mailLanguage)),
  brandName: z.optional(z.nullable(SETTING_SCHEMAS.brandName)),
  brandAccent: z.optional(z.nullable(SETTING_SCHEMAS.brandAccent)),
  brandLogo: z.optional(z.nullable(SETTING_SCHEMAS.brandLogo)),
  brandLogoDark: z.optional(z.nullable(SETTING_SCHEMAS.brandLogoDark)),
});
export type ChangeSettingsRequest = z.infer<typeof ChangeSettingsRequest>;
