import { LIMITS, type MailLanguage, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import type { MailSubject, SharedAbout } from './model.ts';
import {
  changeMailAbout,
  deleteMailAbout,
  deleteMailTo,
  insertMail,
  insertMailTo,
  listMailedAbout,
} from './store/outbox.ts';

export const secretPurpose = (mailId: string): string => `mail.secret:${mailId}`;

/** Queues mail, in the transaction of the change. It becomes due a little later, so that messages can be combined. */
export async function queueMail(
  tx: Tx,
  mail: {
    readonly userIds: readonly string[];
    readonly kind: string;
    readonly actorId: string | null;
    readonly subject: MailSubject;
    readonly topic: string | null;
    readonly at: Date;
    readonly newId: () => string;
  },
): Promise<void> {
  const { userIds, kind, actorId, subject, topic, at, newId } = mail;
  if (userIds.length === 0) return;
  await insertMailTo(tx, {
    people: userIds.map((userId) => ({ mailId: newId(), userId })),
    kind,
    actorId,
    subject,
    topic,
    now: at,
    dueAt: new Date(at.getTime() + SERVER_LIMITS.mailGatheredMs),
  });
}

/** Deletes mail about the topic that was not sent yet. */
export async function withdrawMail(tx: Tx, topic: string): Promise<void> {
  await deleteMailAbout(tx, topic);
}

/** Changes mail that was not sent yet. */
export async function changeMail(
  tx: Tx,
  change: {
    readonly topic: string;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly exceptIds?: readonly string[];
  },
): Promise<void> {
  await changeMailAbout(tx, change);
}

/** People with mail about it, sent or waiting. */
export async function listMailed(tx: Tx, topic: string): Promise<ReadonlySet<string>> {
  return await listMailedAbout(tx, topic);
}

/** Queues an invitation. Its URL gives access to an account, so it is stored encrypted and deleted after sending. */
export async function queueInvitation(
  tx: Tx,
  { cipher, newId }: Pick<Services, 'cipher' | 'newId'>,
  invitation: {
    readonly email: string;
    readonly name: string;
    readonly url: string;
    readonly language: MailLanguage | null;
    readonly invitedBy: string | null;
    readonly about?: SharedAbout | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { email, name, url, language, invitedBy, about, now } = invitation;
  const id = newId();
  await insertMail(tx, {
    id,
    kind: 'invited',
    address: email,
    language,
    actorId: invitedBy,
    subject: { kind: 'invited', name, days: LIMITS.invitationLifeMs / DAY_MS, about },
    secretSealed: cipher.seal(url, secretPurpose(id)),
    now,
  });
}

export async function dropInvitation(tx: Tx, email: string): Promise<void> {
  await deleteMailTo(tx, { kind: 'invited', address: email });
}
