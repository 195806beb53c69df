export const MAIL_LANGUAGES = ['en', 'ar'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** Kinds that people can enable separately for the bell and for mail. */
export const NOTIFICATION_KINDS = [
  'shared',
  'access_requests',
  'spaces',
  'mentioned',
  'commented',
  'followed',
  'handed_in',
  'quota',
  'account',
  'joined',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Each kind has a mail template. */
export const MAIL_KINDS = ['invited', ...NOTIFICATION_KINDS, 'several', 'test'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface NotificationChoice {
  readonly bell: boolean;
  readonly mail: boolean;
}

const BOTH: NotificationChoice = { bell: true, mail: true };

/** For people who have not chosen. */
export const CHOICE_DEFAULTS: Readonly<Record<NotificationKind, NotificationChoice>> = {
  shared: BOTH,
  access_requests: BOTH,
  spaces: BOTH,
  mentioned: BOTH,
  commented: BOTH,
  followed: { bell: true, mail: false },
  handed_in: BOTH,
  quota: BOTH,
  account: BOTH,
  joined: { bell: true, mail: false },
};
