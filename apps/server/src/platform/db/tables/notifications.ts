import type { NotificationSubject } from '@coffer/contracts';
import type { Generated, JSONColumnType } from 'kysely';

export interface NotificationsTables {
  notification: NotificationTable;
}

interface NotificationTable {
  id: string;
  user_id: string;
  /** Null for notifications that a background job created. */
  actor_id: string | null;
  subject: JSONColumnType<NotificationSubject>;
  /** A later notification with the same topic replaces the unread one. */
  topic: Generated<string | null>;
  created_at: Date;
  read_at: Generated<Date | null>;
}
