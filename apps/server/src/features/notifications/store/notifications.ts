import type { NotificationSubject } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { shownName } from '../../../platform/db/shown-name.ts';

export interface NotificationRow {
  readonly id: string;
  readonly subject: NotificationSubject;
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly actor_id: string | null;
  /** The name of the actor. Null if the account was deleted. */
  readonly actor_name: string | null;
  readonly actor_picture_id: string | null;
}

const DELETED_AT_ONCE = 10_000;

export async function insertNotifications(
  tx: Tx,
  input: {
    readonly personIds: readonly string[];
    readonly actorId: string | null;
    readonly subject: NotificationSubject;
    readonly topic: string | null;
    readonly at: Date;
    readonly newId: () => string;
  },
): Promise<void> {
  const { personIds, actorId, subject, topic, at, newId } = input;
  await sql`
    insert into notification (id, user_id, actor_id, subject, topic, created_at)
    select new.id, new.user_id, ${actorId}, ${JSON.stringify(subject)}, ${topic}, ${at}
    from unnest(${personIds.map(() => newId())}::uuid[], ${personIds}::uuid[]) as new (id, user_id)`.execute(
    tx,
  );
}

export async function deleteUnread(
  tx: Tx,
  { personIds, topic }: { readonly personIds: readonly string[]; readonly topic: string },
): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('user_id', '=', sql<string>`any(${personIds}::uuid[])`)
    .where('topic', '=', topic)
    .where('read_at', 'is', null)
    .execute();
}

/** The unread notification of a person about a topic. */
export async function findUnread(
  tx: Tx,
  { userId, topic }: { readonly userId: string; readonly topic: string },
): Promise<{ readonly subject: NotificationSubject; readonly actorId: string | null } | undefined> {
  return await tx
    .selectFrom('notification')
    .select(['subject', 'actor_id as actorId'])
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('read_at', 'is', null)
    .executeTakeFirst();
}

/** Lists people who were notified about the topic in the bell, of all kinds or of one. */
export async function listNotified(
  tx: Tx,
  topic: string,
  kind?: NotificationSubject['kind'],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('notification')
    .select('user_id')
    .distinct()
    .where('topic', '=', topic)
    .$if(kind !== undefined, (query) => query.where(sql<string>`subject ->> 'kind'`, '=', kind ?? ''))
    .execute();
  return rows.map((row) => row.user_id);
}

/** Deletes the notifications about a topic of all people, read or not. */
export async function deleteByTopic(tx: Tx, topic: string): Promise<void> {
  await tx.deleteFrom('notification').where('topic', '=', topic).execute();
}

/** Changes the notifications about a topic. Always sets `read_at`, because that announces the change. */
export async function changeByTopic(
  tx: Tx,
  change: {
    readonly topic: string;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly isOver: boolean;
    readonly exceptIds?: readonly string[];
    readonly at: Date;
  },
): Promise<void> {
  const { topic, facts, isOver, exceptIds = [], at } = change;
  await sql`
    update notification
    set subject = subject || ${JSON.stringify(facts)}::jsonb,
      read_at = case when ${isOver} then coalesce(read_at, ${at}) else read_at end
    where topic = ${topic} and user_id <> all(${exceptIds}::uuid[])`.execute(tx);
}

/** Of everyone who read it at that moment. */
export async function markUnread(
  tx: Tx,
  {
    topic,
    readAt,
    exceptIds,
  }: { readonly topic: string; readonly readAt: Date; readonly exceptIds: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ read_at: null })
    .where('topic', '=', topic)
    .where('read_at', '=', readAt)
    .where('user_id', '<>', sql<string>`all(${exceptIds}::uuid[])`)
    .execute();
}

export async function listPeopleIn(tx: Tx, groupIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('group_member')
    .select('user_id')
    .where('group_id', '=', sql<string>`any(${groupIds}::uuid[])`)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Lists notifications, newest first. */
export async function listNotificationRows(
  db: Db,
  page: { readonly userId: string; readonly after: string | undefined; readonly limit: number },
): Promise<readonly NotificationRow[]> {
  const { userId, after, limit } = page;
  return await db
    .selectFrom('notification')
    .leftJoin('user as actor', (join) =>
      join.onRef('actor.id', '=', 'notification.actor_id').on('actor.status', '<>', 'removed'),
    )
    .select([
      'notification.id',
      'notification.subject',
      'notification.created_at',
      'notification.read_at',
      'actor.id as actor_id',
      shownName<string | null>('actor').as('actor_name'),
      'actor.picture_id as actor_picture_id',
    ])
    .where('notification.user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('notification.id', '<', after ?? ''))
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts unread notifications, up to `max`. */
export async function countUnread(db: Db, userId: string, max: number): Promise<number> {
  const { rows } = await sql<{ readonly unread: number }>`
    select count(*)::int as unread from (
      select 1 from notification where user_id = ${userId} and read_at is null limit ${max}
    ) counted`.execute(db);
  return rows[0]?.unread ?? 0;
}

export async function markRead(
  tx: Tx,
  { userId, upTo, now }: { readonly userId: string; readonly upTo: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute();
}

/** Deletes the oldest notifications. Returns true if none is left. */
export async function deleteOldest(db: Db, before: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from notification where id = any(array(
      select id from notification where created_at < ${before} limit ${DELETED_AT_ONCE}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < DELETED_AT_ONCE;
}
