import {
  LIMITS,
  type NotificationPage,
  type NotificationsQuery,
  type Person,
  UserId,
} from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { countUnread, listNotificationRows, type NotificationRow } from './store/notifications.ts';

export async function listNotifications(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  { after, limit }: NotificationsQuery,
): Outcome<NotificationPage, Failure> {
  const rows = await listNotificationRows(db, { userId: actor.id, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return ok({
    items: shown.map(present),
    unread: await countUnread(db, actor.id, LIMITS.notificationsCountedMax),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  });
}

function present(row: NotificationRow): NotificationPage['items'][number] {
  const { id, created_at: at, read_at: readAt, subject, actor_id: actorId, actor_name: name } = row;
  return {
    id,
    at: at.toISOString(),
    isRead: readAt !== null,
    actor:
      actorId === null || name === null
        ? null
        : { id: UserId.parse(actorId), name, picture: row.actor_picture_id ?? undefined },
    subject,
  };
}
