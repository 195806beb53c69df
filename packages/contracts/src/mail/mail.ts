import * as z from 'zod/mini';
import { Count, Instant } from '../ids.ts';
import { MAIL_LANGUAGES, NOTIFICATION_KINDS } from './mail-kinds.ts';

const Choice = z.strictObject({ bell: z.boolean(), mail: z.boolean() });
const Language = z.enum(MAIL_LANGUAGES);

export const NotificationChoices = z.record(z.enum(NOTIFICATION_KINDS), Choice);
export type NotificationChoices = z.infer<typeof NotificationChoices>;

export const NotificationSettings = z.object({
  choices: NotificationChoices,
  /** Null for the default of this installation, which is `defaultLanguage`. */
  language: z.nullable(Language),
  defaultLanguage: Language,
  /** The address that mail is sent to. Null without a verified address. */
  address: z.nullable(z.string()),
  /** Whether this installation has a mail server. */
  hasMail: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const ChangeNotificationSettingsRequest = z.strictObject({
  choices: NotificationChoices,
  language: z.nullable(Language),
});
export type ChangeNotificationSettingsRequest = z.infer<typeof ChangeNotificationSettingsRequest>;

export const MailState = z.object({
  /** Null without a mail server. */
  server: z.nullable(
    z.object({
      host: z.string(),
      port: z.number(),
      security: z.enum(['tls', 'starttls', 'none']),
      isSignedIn: z.boolean(),
      from: z.string(),
    }),
  ),
  waiting: Count,
  /** Within the last 30 days. */
  sent: Count,
  failed: Count,
  lastSentAt: z.nullable(Instant),
  /** The server's response to the message that has waited longest. Null while the server accepts messages. */
  problem: z.nullable(z.object({ since: Instant, answer: z.string() })),
  mayTest: z.boolean(),
});
export type MailState = z.infer<typeof MailState>;

export const TestMailRequest = z.strictObject({ language: Language });
export type TestMailRequest = z.infer<typeof TestMailRequest>;

export const TestMailResult = z.object({
  outcome: z.enum(['accepted', 'refused', 'no_server', 'no_address']),
  address: z.string(),
  /** The exact response of the mail server, or the network error. */
  answer: z.string(),
});
export type TestMailResult = z.infer<typeof TestMailResult>;
