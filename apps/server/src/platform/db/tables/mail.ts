import type { MailLanguage, NotificationChoices } from '@coffer/contracts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface MailTables {
  mail: MailTable;
  notification_choice: NotificationChoiceTable;
}

interface MailTable {
  id: string;
  kind: string;
  /** Null for recipients without an account. */
  user_id: string | null;
  /** Null if the recipient has an account. */
  address: string | null;
  language: MailLanguage | null;
  actor_id: string | null;
  /** A later message with the same topic replaces a waiting one. */
  topic: string | null;
  subject: JSONColumnType<Record<string, unknown>>;
  /** A one-time URL, encrypted. Deleted after the message was sent. */
  secret_sealed: string | null;
  /** The `Message-ID`, which several rows may share. Set before the first attempt, so that it stays the same. */
  message_id: Generated<string | null>;
  state: ColumnType<'waiting' | 'sent' | 'failed', 'waiting' | undefined, 'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  due_at: Date;
  answer: Generated<string | null>;
  created_at: Date;
  ended_at: Generated<Date | null>;
}

interface NotificationChoiceTable {
  user_id: string;
  choices: JSONColumnType<Partial<NotificationChoices>>;
  language: MailLanguage | null;
}
