import type { MailLanguage, SystemRole } from '@coffer/contracts';
import { sql } from 'kysely';
import { countQueue, type QueueCount } from '../../../platform/db/count-queue.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { shownName } from '../../../platform/db/shown-name.ts';
import type { MailSubject } from '../model.ts';

export interface OutboxRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly address: string | null;
  readonly language: MailLanguage | null;
  readonly subject: MailSubject;
  readonly secret_sealed: string | null;
  readonly message_id: string | null;
  readonly tries: number;
  readonly created_at: Date;
  readonly actor_name: string | null;
}

export interface NewMail {
  readonly id: string;
  readonly kind: string;
  readonly address: string;
  readonly language: MailLanguage | null;
  readonly actorId: string | null;
  readonly subject: MailSubject;
  readonly secretSealed: string | null;
  readonly now: Date;
}

const DELETED_AT_ONCE = 10_000;
/** Mail that nobody tried to send, or whose last try failed. */
const IS_WITHDRAWABLE = sql<boolean>`(message_id is null or answer is not null)`;

/**
 * Inserts mail for people. Those without a verified e-mail address are left out. Mail that takes the place of a waiting
 * one is due when that one was, so that frequent changes do not postpone it for ever.
 */
export async function insertMailTo(
  tx: Tx,
  mail: {
    readonly people: readonly { readonly mailId: string; readonly userId: string }[];
    readonly kind: string;
    readonly actorId: string | null;
    readonly subject: MailSubject;
    readonly topic: string | null;
    readonly now: Date;
    readonly dueAt: Date;
  },
): Promise<void> {
  const { people, kind, actorId, subject, topic, now, dueAt } = mail;
  const userIds = people.map(({ userId }) => userId);
  const replaced = topic === null ? [] : await deleteTopic(tx, { topic, userIds });
  await sql`
    insert into mail (id, kind, user_id, actor_id, topic, subject, due_at, created_at)
    select new.id, ${kind}, new.user_id, ${actorId}, ${topic}, ${JSON.stringify(subject)},
      least(${dueAt}, (
        select min(replaced.due_at) from unnest(${replaced.map((row) => row.user_id)}::uuid[],
          ${replaced.map((row) => row.due_at)}::timestamptz[]) as replaced (user_id, due_at)
        where replaced.user_id = new.user_id
      )), ${now}
    from unnest(${people.map(({ mailId }) => mailId)}::uuid[], ${userIds}::uuid[])
      as new (id, user_id)
    join "user" on "user".id = new.user_id
    where "user".status = 'active' and "user".email_verified and "user".email <> ''`.execute(tx);
}

async function deleteTopic(
  tx: Tx,
  { topic, userIds }: { readonly topic: string; readonly userIds: readonly string[] },
): Promise<readonly { readonly user_id: string | null; readonly due_at: Date }[]> {
  return await tx
    .deleteFrom('mail')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('topic', '=', topic)
    .where('state', '=', 'waiting')
    .where(IS_WITHDRAWABLE)
    .returning(['user_id', 'due_at'])
    .execute();
}

/** Finds mail to a person about a topic that was not sent yet. */
export async function findWaitingAbout(
  tx: Tx,
  { userId, topic }: { readonly userId: string; readonly topic: string },
): Promise<{ readonly subject: MailSubject; readonly actorId: string | null } | undefined> {
  const row = await tx
    .selectFrom('mail')
    .select(['subject', 'actor_id as actorId'])
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('state', '=', 'waiting')
    .where(IS_WITHDRAWABLE)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, subject: parseSubject(row.subject) };
}

/** Deletes messages that their recipient may not read any more. */
export async function deleteMails(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('mail').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mail')
    .values({
      id: mail.id,
      kind: mail.kind,
      user_id: null,
      address: mail.address,
      language: mail.language,
      actor_id: mail.actorId,
      topic: null,
      subject: JSON.stringify(mail.subject),
      secret_sealed: mail.secretSealed,
      due_at: mail.now,
      created_at: mail.now,
    })
    .execute();
}

/** Deletes mail of one kind to an address that was not sent yet. */
export async function deleteMailTo(
  tx: Tx,
  { kind, address }: Pick<NewMail, 'kind' | 'address'>,
): Promise<void> {
  await tx
    .deleteFrom('mail')
    .where('kind', '=', kind)
    .where(sql<string>`lower(address)`, '=', address.toLowerCase())
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes mail about a topic to everyone, unless the first try to send it is under way. */
export async function deleteMailAbout(tx: Tx, topic: string): Promise<void> {
  await tx
    .deleteFrom('mail')
    .where('topic', '=', topic)
    .where('state', '=', 'waiting')
    .where(IS_WITHDRAWABLE)
    .execute();
}

/** Changes what mail tells that was not sent yet. */
export async function changeMailAbout(
  tx: Tx,
  change: {
    readonly topic: string;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly exceptIds?: readonly string[];
  },
): Promise<void> {
  await sql`
    update mail set subject = subject || ${JSON.stringify(change.facts)}::jsonb
    where topic = ${change.topic} and state = 'waiting'
      and (user_id is null or user_id <> all(${change.exceptIds ?? []}::uuid[]))`.execute(tx);
}

export async function listMailedAbout(tx: Tx, topic: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('mail')
    .select('user_id')
    .where('topic', '=', topic)
    .where('user_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ user_id: userId }) => userId ?? []));
}

/** Locks the message that has been due longest. Other senders skip it. */
export async function lockDue(
  tx: Tx,
  now: Date,
): Promise<Pick<OutboxRow, 'id' | 'user_id' | 'message_id'> | undefined> {
  return await tx
    .selectFrom('mail')
    .select(['id', 'user_id', 'message_id'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Adds the person's other waiting messages, unless sending them has begun. */
export async function joinMessage(
  tx: Tx,
  message: {
    readonly id: string;
    readonly userId: string | null;
    readonly messageId: string;
    readonly limit: number;
  },
): Promise<void> {
  const { id, userId, messageId, limit } = message;
  await sql`
    update mail set message_id = ${messageId} where id = ${id} or id in (
      select id from mail where user_id = ${userId} and state = 'waiting' and message_id is null
      order by created_at, id limit ${limit} for update skip locked
    )`.execute(tx);
}

/** Counts the attempt, and sets the time of the next one in case this one never ends. */
export async function beginTry(
  tx: Tx,
  { messageId, nextAt }: { readonly messageId: string; readonly nextAt: (tries: number) => Date },
): Promise<readonly OutboxRow[]> {
  const rows = await tx
    .selectFrom('mail')
    .leftJoin('user as actor', (join) =>
      join.onRef('actor.id', '=', 'mail.actor_id').on('actor.status', '<>', 'removed'),
    )
    .select([
      'mail.id',
      'mail.user_id',
      'mail.address',
      'mail.language',
      'mail.subject',
      'mail.secret_sealed',
      'mail.message_id',
      'mail.tries',
      'mail.created_at',
      shownName('actor').as('actor_name'),
    ])
    .where('mail.message_id', '=', messageId)
    .where('mail.state', '=', 'waiting')
    .orderBy('mail.created_at')
    .orderBy('mail.id')
    .execute();
  const tries = Math.max(0, ...rows.map((row) => row.tries)) + 1;
  await tx
    .updateTable('mail')
    .set({ tries, due_at: nextAt(tries) })
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .execute();
  return rows.map((row) => ({ ...row, tries, subject: parseSubject(row.subject) }));
}

/** The subject of a message, which only `insertMail` and `insertMailTo` write. */
function parseSubject(subject: Record<string, unknown>): MailSubject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column holds what these functions wrote
  return subject as MailSubject;
}

export async function endMessage(
  db: Db | Tx,
  message: {
    readonly messageId: string;
    readonly state: 'sent' | 'failed';
    readonly answer: string;
    readonly now: Date;
  },
): Promise<void> {
  const { messageId, state, answer, now } = message;
  await db
    .updateTable('mail')
    .set({ state, answer, ended_at: now, secret_sealed: null })
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Postpones a message. With `dueAt`, the attempt does not count, because the server accepted no message at all. */
export async function postponeMessage(
  db: Db,
  message: {
    readonly messageId: string;
    readonly answer: string;
    readonly dueAt: Date | undefined;
  },
): Promise<void> {
  const { messageId, answer, dueAt } = message;
  await db
    .updateTable('mail')
    .set({ answer, ...(dueAt === undefined ? {} : { due_at: dueAt, tries: sql`greatest(tries - 1, 0)` }) })
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes waiting messages, if there is no mail server. */
export async function deleteWaiting(db: Db): Promise<void> {
  await db.deleteFrom('mail').where('state', '=', 'waiting').execute();
}

/** Deletes ended messages. Returns true if none is left. */
export async function deleteEnded(db: Db, before: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from mail where id = any(array(
      select id from mail where ended_at < ${before} limit ${DELETED_AT_ONCE}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < DELETED_AT_ONCE;
}

export async function findRecipient(
  db: Db,
  userId: string,
): Promise<
  { readonly email: string; readonly language: MailLanguage | null; readonly role: SystemRole } | undefined
> {
  return await db
    .selectFrom('user')
    .leftJoin('notification_choice', 'notification_choice.user_id', 'user.id')
    .select(['user.email', 'user.role', 'notification_choice.language'])
    .where('user.id', '=', userId)
    .where('user.status', '=', 'active')
    .where('user.email_verified', '=', true)
    .where('user.email', '<>', '')
    .executeTakeFirst();
}

export interface OutboxCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
  readonly last_sent_at: Date | null;
  /** When the message was created that was tried and has waited longest. */
  readonly since: Date | null;
  readonly answer: string | null;
}

export async function countOutbox(db: Db): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'failed')::int as failed,
      max(ended_at) filter (where state = 'sent') as last_sent_at,
      (select created_at from mail where state = 'waiting' and answer is not null order by created_at limit 1) as since,
      (select answer from mail where state = 'waiting' and answer is not null order by created_at limit 1) as answer
    from mail`.execute(db);
  return rows[0] ?? { waiting: 0, sent: 0, failed: 0, last_sent_at: null, since: null, answer: null };
}

/**
 * Failed messages that can be sent again. Invitations and reset links cannot, because their secrets were deleted: their
 * creators send new ones.
 */
const IS_REPEATABLE = sql`state = 'failed' and ended_at is not null and user_id is not null`;

export async function countMail(db: Db, now: Date): Promise<QueueCount & { readonly failed: number }> {
  const waiting = await countQueue(db, {
    rows: sql`mail where state = 'waiting' and due_at <= ${now}`,
    at: sql`created_at`,
  });
  const failed = await countQueue(db, { rows: sql`mail where ${IS_REPEATABLE}`, at: sql`ended_at` });
  return { ...waiting, failed: failed.waiting };
}

/** Queues failed messages again as new ones, with all tries, and returns their number. */
export async function sendFailedAgain(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update mail set state = 'waiting', tries = 0, due_at = ${now}, created_at = ${now}, ended_at = null, answer = null,
      message_id = null
    where ${IS_REPEATABLE}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
