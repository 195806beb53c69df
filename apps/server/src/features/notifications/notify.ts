import type { NotificationKind, NotificationSubject } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { changeMail, findWaitingAbout, listMailed, queueMail, withdrawMail } from '../mail/index.ts';
import { listChoices } from './store/choices.ts';
import {
  changeByTopic,
  deleteByTopic,
  deleteUnread,
  findUnread,
  insertNotifications,
  listNotified,
  listPeopleIn,
  markUnread,
} from './store/notifications.ts';

/**
 * Notifies people, in the transaction of the change. Leaves out the actor, and channels that a person has switched off.
 */
export async function notify(
  tx: Tx,
  input: {
    readonly personIds: readonly string[];
    /** Groups whose members are all notified. */
    readonly groupIds?: readonly string[];
    /** The person who acts. Null for a job. */
    readonly actorId: string | null;
    readonly subject: NotificationSubject;
    /** Replaces unread notifications about the same subject. */
    readonly topic?: string;
    /** Shown in the bell even if the person switched it off. */
    readonly isOwed?: boolean;
    readonly at: Date;
    readonly newId: () => string;
  },
): Promise<void> {
  const { actorId, groupIds = [], subject, topic = null, isOwed = false, at, newId } = input;
  const inGroups = groupIds.length === 0 ? [] : await listPeopleIn(tx, groupIds);
  const personIds = [...new Set([...input.personIds, ...inGroups])].filter((id) => id !== actorId);
  if (personIds.length === 0) return;
  const kind = kindOf(subject);
  const choices = await listChoices(tx, { personIds, kind });
  const wanting = (way: 'bell' | 'mail'): readonly string[] => personIds.filter((id) => choices(id)[way]);
  const ringing = isOwed ? personIds : wanting('bell');
  if (topic !== null) await deleteUnread(tx, { personIds: ringing, topic });
  if (ringing.length > 0) {
    await insertNotifications(tx, { personIds: ringing, actorId, subject, topic, at, newId });
  }
  await queueMail(tx, { userIds: wanting('mail'), kind, actorId, subject, topic, at, newId });
}

/** Deletes notifications about something that its author withdrew. Mail that was already sent stays. */
export async function withdrawNotifications(tx: Tx, topic: string): Promise<void> {
  await deleteByTopic(tx, topic);
  await withdrawMail(tx, topic);
}

/**
 * Changes notifications whose facts have changed. With `isOver`, nothing is left to do: they count as read, and waiting
 * mail is dropped.
 */
export async function changeNotifications(
  tx: Tx,
  change: {
    readonly topic: string;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly isOver: boolean;
    /** People who may not learn the new facts. */
    readonly exceptIds?: readonly string[];
    readonly at: Date;
  },
): Promise<void> {
  await changeByTopic(tx, change);
  await (change.isOver ? withdrawMail(tx, change.topic) : changeMail(tx, change));
}

/** What the person was told last and has not read: in the bell, or without it in mail that was not sent. */
export async function findUnseen(
  tx: Tx,
  { kind, ...about }: { readonly userId: string; readonly topic: string; readonly kind: NotificationKind },
): ReturnType<typeof findWaitingAbout> {
  const unread = await findUnread(tx, about);
  if (unread !== undefined) return unread;
  const choices = await listChoices(tx, { personIds: [about.userId], kind });
  return choices(about.userId).bell ? undefined : await findWaitingAbout(tx, about);
}

/** Everyone with a notification about the topic, in the bell or by mail. */
export async function listTold(tx: Tx, topic: string): Promise<readonly string[]> {
  return [...new Set([...(await listNotified(tx, topic)), ...(await listMailed(tx, topic))])];
}

/** For those who had not read it when it was over. Mail goes to those who got none. */
export async function ringAgain(
  tx: Tx,
  again: {
    readonly personIds: readonly string[];
    readonly actorId: string;
    readonly subject: NotificationSubject;
    readonly topic: string;
    readonly overAt: Date;
    /** People who may not learn of it any more. */
    readonly exceptIds: readonly string[];
    readonly at: Date;
    readonly newId: () => string;
  },
): Promise<void> {
  const { personIds, topic, overAt, exceptIds, ...mail } = again;
  await markUnread(tx, { topic, readAt: overAt, exceptIds });
  const kind = kindOf(again.subject);
  const choices = await listChoices(tx, { personIds, kind });
  const mailed = await listMailed(tx, topic);
  const userIds = personIds.filter((id) => id !== mail.actorId && choices(id).mail && !mailed.has(id));
  await queueMail(tx, { ...mail, userIds, kind, topic });
}

function kindOf({ kind }: NotificationSubject): NotificationKind {
  switch (kind) {
    case 'space_added':
    case 'space_role':
    case 'space_removed':
    case 'space_archived':
    case 'space_restored':
    case 'files_handed_over':
    case 'webhook_paused':
      return 'spaces';
    case 'token_created':
    case 'tokens_deleted':
    case 'factors_reset':
      return 'account';
    case 'access_requested':
    case 'access_answered':
      return 'access_requests';
    case 'shared':
    case 'commented':
    case 'mentioned':
    case 'followed':
    case 'handed_in':
    case 'quota':
    case 'joined':
      return kind;
  }
}
