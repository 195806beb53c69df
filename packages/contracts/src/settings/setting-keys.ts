import { DAY_MS, HOUR_MS, TIB } from '@coffer/kit';
import { LIMITS } from '../limits.ts';
import type { MailLanguage } from '../mail/mail-kinds.ts';

export const SPACE_CREATORS = ['everyone', 'administrators'] as const;
export type SpaceCreators = (typeof SPACE_CREATORS)[number];

/** Who may share with an address that has no account, which also invites it. */
export const INVITERS = ['administrators', 'everyone'] as const;
export type Inviters = (typeof INVITERS)[number];

/** What an administrator can change while Coffer runs. */
export interface Settings {
  readonly trashDays: number;
  /** Number of newest versions that are kept of a file, in addition to those younger than `versionDays`. */
  readonly versionsKept: number;
  readonly versionDays: number;
  /** What managers of a space may choose for it, instead of the three settings above. */
  readonly spaceTrashDaysMin: number;
  readonly spaceTrashDaysMax: number;
  readonly spaceVersionsKeptMin: number;
  readonly spaceVersionsKeptMax: number;
  readonly spaceVersionDaysMin: number;
  readonly spaceVersionDaysMax: number;
  /** How long the store keeps permanently deleted files. */
  readonly purgedHours: number;
  readonly spaceCreators: SpaceCreators;
  readonly inviters: Inviters;
  /** Quota of new people. */
  readonly personQuotaBytes: number;
  /** Quota of new team spaces. */
  readonly spaceQuotaBytes: number;
  /** Allows public links and file requests. */
  readonly linksAllowed: boolean;
  /** Requires a password for new links. */
  readonly linksProtected: boolean;
  readonly linkDaysMax: number;
  /** Mail domains whose people may join through a sign-in provider without an invitation. */
  readonly joinDomains: readonly string[];
  /** Language of mail to people who have not chosen one. */
  readonly mailLanguage: MailLanguage;
  /** Name of the installation. */
  readonly brandName: string;
  /** `#rrggbb`. Its lightness is adapted to each theme. */
  readonly brandAccent: string;
  /** Id of the logo picture; empty for Coffer's own. */
  readonly brandLogo: string;
  /** Logo in the dark theme; empty for the same as in the light theme. */
  readonly brandLogoDark: string;
}

export type SettingKey = keyof Settings;

const TRASH_DAYS = [1, 3_650] as const;
const VERSIONS_KEPT = [1, 10_000] as const;
const VERSION_DAYS = [0, 3_650] as const;

export const SETTING_DEFAULTS: Settings = {
  trashDays: LIMITS.trashLifeMs / DAY_MS,
  versionsKept: LIMITS.versionsKept,
  versionDays: LIMITS.versionLifeMs / DAY_MS,
  spaceTrashDaysMin: TRASH_DAYS[0],
  spaceTrashDaysMax: TRASH_DAYS[1],
  spaceVersionsKeptMin: VERSIONS_KEPT[0],
  spaceVersionsKeptMax: VERSIONS_KEPT[1],
  spaceVersionDaysMin: VERSION_DAYS[0],
  spaceVersionDaysMax: VERSION_DAYS[1],
  purgedHours: LIMITS.purgedLifeMs / HOUR_MS,
  spaceCreators: 'everyone',
  inviters: 'administrators',
  personQuotaBytes: LIMITS.quotaPersonBytes,
  spaceQuotaBytes: LIMITS.quotaSpaceBytes,
  linksAllowed: true,
  linksProtected: false,
  linkDaysMax: LIMITS.linkLifeMaxMs / DAY_MS,
  joinDomains: [],
  mailLanguage: 'en',
  brandName: 'Coffer',
  brandAccent: '#007378',
  brandLogo: '',
  brandLogoDark: '',
};

/** The smallest and largest value. */
export const SETTING_RANGES = {
  trashDays: TRASH_DAYS,
  versionsKept: VERSIONS_KEPT,
  versionDays: VERSION_DAYS,
  spaceTrashDaysMin: TRASH_DAYS,
  spaceTrashDaysMax: TRASH_DAYS,
  spaceVersionsKeptMin: VERSIONS_KEPT,
  spaceVersionsKeptMax: VERSIONS_KEPT,
  spaceVersionDaysMin: VERSION_DAYS,
  spaceVersionDaysMax: VERSION_DAYS,
  purgedHours: [1, 24 * 90],
  personQuotaBytes: [LIMITS.quotaMinBytes, 1_024 * TIB],
  spaceQuotaBytes: [LIMITS.quotaMinBytes, 1_024 * TIB],
  linkDaysMax: [1, LIMITS.linkLifeMaxMs / DAY_MS],
} as const satisfies Partial<Record<SettingKey, readonly [number, number]>>;

/** A hash of the picture and its size. */
export const BRAND_LOGO = /^[\w-]{22}-[1-9]\d{0,2}x[1-9]\d{0,2}$/;

/** `#rrggbb` in lower case. */
export const BRAND_COLOR = /^#[0-9a-f]{6}$/;

/** Lower-case ASCII, such as `example.org` or `xn--bcher-kva.example`. */
export const JOIN_DOMAIN =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
