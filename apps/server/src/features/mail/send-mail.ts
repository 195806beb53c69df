import { SERVER_LIMITS } from '@coffer/contracts';
import { defined, HOUR_MS, MINUTE_MS, type Result } from '@coffer/kit';
import { changedNothing, inTransaction } from '../../platform/db/transaction.ts';
import type { MailFailure, Mailer } from '../../platform/mail/mailer.ts';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Services } from '../../services.ts';
import { type AuditEntry, recordAudit } from '../audit/index.ts';
import type { MailSubject } from './model.ts';
import { secretPurpose } from './queue-mail.ts';
import {
  beginTry,
  deleteEnded,
  deleteMails,
  deleteWaiting,
  endMessage,
  findRecipient,
  joinMessage,
  lockDue,
  type OutboxRow,
  postponeMessage,
} from './store/outbox.ts';
import { mailBrandOf } from './templates/mail-brand.ts';
import { renderLetter } from './templates/render.ts';
import { writeLetter } from './templates/write-letter.ts';

/** Filters the nodes that the person sees. */
export type ListSeen = (userId: string, nodeIds: readonly string[]) => Promise<ReadonlySet<string>>;

interface Needs
  extends Pick<Services, 'cipher' | 'clock' | 'config' | 'db' | 'log' | 'mail' | 'newId' | 'settings'> {
  readonly listSeen: ListSeen;
}

/** The maximum number of messages in one run. The next run continues. */
const MESSAGES_PER_RUN = 200;
const FIRST_PAUSE_MS = MINUTE_MS;
const TRY_PAUSE_MAX_MS = 12 * HOUR_MS;
const SERVER_PAUSE_MAX_MS = 15 * MINUTE_MS;

/**
 * Background job: sends mail, on one server at a time. The message id is stored before sending, so a retry after a
 * crash has the same id and mailboxes drop the duplicate.
 */
export function createMailSender(services: Needs): () => Promise<number> {
  let failedRuns = 0;
  let pausedUntil = 0;
  return async () => {
    const { clock, db, mail } = services;
    if (mail === undefined) {
      await deleteWaiting(db);
      return 0;
    }
    let sent = 0;
    if (clock.now().getTime() < pausedUntil) return sent;
    for (let count = 0; count < MESSAGES_PER_RUN; count += 1) {
      const claimed = await claim(services);
      if (claimed === undefined) break;
      const rows = await dropUnseen(services, claimed);
      if (rows.length === 0) continue;
      const outcome = await sendOne(services, mail, rows);
      if (outcome === 'server') {
        failedRuns += 1;
        pausedUntil = clock.now().getTime() + pauseOf(failedRuns, SERVER_PAUSE_MAX_MS);
        break;
      }
      failedRuns = 0;
      if (outcome === 'sent') sent += 1;
    }
    return sent;
  };
}

export async function pruneMail({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const before = new Date(clock.now().getTime() - SERVER_LIMITS.mailKeptMs);
  while (!(await deleteEnded(db, before)));
}

function pauseOf(times: number, maxMs: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, times - 1), maxMs);
}

async function claim({ clock, db, newId }: Needs): Promise<readonly OutboxRow[] | undefined> {
  return await inTransaction(db, async (tx) => {
    const now = clock.now();
    const due = await lockDue(tx, now);
    if (due === undefined) {
      changedNothing(tx);
      return undefined;
    }
    const messageId = due.message_id ?? newId();
    if (due.message_id === null) {
      await joinMessage(tx, {
        id: due.id,
        userId: due.user_id,
        messageId,
        limit: SERVER_LIMITS.mailGatheredMax,
      });
    }
    return await beginTry(tx, {
      messageId,
      nextAt: (tries) => new Date(now.getTime() + pauseOf(tries, TRY_PAUSE_MAX_MS)),
    });
  });
}

/** Drops what tells of an item that the recipient has lost, because mail may wait for days. */
async function dropUnseen(
  { db, listSeen }: Needs,
  rows: readonly OutboxRow[],
): Promise<readonly OutboxRow[]> {
  const userId = rows[0]?.user_id;
  const about = new Map(rows.map(({ id, subject }) => [id, nodeOf(subject)]));
  const nodeIds = [...new Set([...about.values()].filter((id) => id !== undefined))];
  if (userId == null || nodeIds.length === 0) return rows;
  const seen = await listSeen(userId, nodeIds);
  const isSeen = ({ id }: OutboxRow): boolean => {
    const nodeId = about.get(id);
    return nodeId === undefined || seen.has(nodeId);
  };
  const lost = rows.filter((row) => !isSeen(row));
  await deleteMails(
    db,
    lost.map(({ id }) => id),
  );
  return rows.filter(isSeen);
}

/** The item that the recipient has to see. The answer to a request goes to people who need not see it. */
function nodeOf(subject: MailSubject): string | undefined {
  return 'nodeId' in subject && subject.kind !== 'access_answered' ? subject.nodeId : undefined;
}

async function sendOne(
  services: Needs,
  mail: Mailer,
  rows: readonly OutboxRow[],
): Promise<'sent' | 'failed' | 'later' | 'server'> {
  const { clock, db, log } = services;
  const first = defined(rows[0], 'a claimed message has no rows');
  const messageId = defined(first.message_id ?? undefined, 'a claimed message has no message id');
  const composed = await compose(services, rows, messageId);
  const end = async (state: 'sent' | 'failed', answer: string): Promise<typeof state> => {
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      await endMessage(tx, { messageId, state, answer, now });
      if (state === 'failed') recordAudit(tx, failureOf(first, now));
    });
    return state;
  };
  if (composed === undefined)
    return await end('failed', 'The account or its e-mail address no longer exists.');
  const sent: Result<string, MailFailure> = await mail.send(composed);
  if (sent.ok) return await end('sent', sent.value);
  const { code, answer } = sent.error;
  log.warn('mail_not_sent', { messageId, code, tries: first.tries });
  const isTooOld = clock.now().getTime() - first.created_at.getTime() > SERVER_LIMITS.mailLifeMs;
  if (code === 'refused' || first.tries >= SERVER_LIMITS.mailTriesMax || isTooOld) {
    const ended = await end('failed', answer);
    return code === 'server' ? 'server' : ended;
  }
  const dueAt = code === 'server' ? new Date(clock.now().getTime() + FIRST_PAUSE_MS) : undefined;
  await postponeMessage(db, { messageId, answer, dueAt });
  return code === 'server' ? 'server' : 'later';
}

/**
 * The audit entry of a failure. It names the recipient but not the mail server's response, which may quote the message.
 */
function failureOf({ user_id: id, address, subject }: OutboxRow, at: Date): AuditEntry {
  return {
    action: 'mail_failed',
    at,
    actor: { kind: 'server' },
    subject: { kind: 'person', id, ...(address === null ? {} : { name: address }) },
    facts: { kind: subject.kind },
  };
}

async function compose(
  { cipher, config, db, settings }: Needs,
  rows: readonly OutboxRow[],
  messageId: string,
) {
  const first = defined(rows[0], 'a claimed message has no rows');
  const recipient = first.user_id === null ? undefined : await findRecipient(db, first.user_id);
  const to = first.address ?? recipient?.email;
  if (to === undefined) return undefined;
  const values = await settings.read(db);
  const language = first.language ?? recipient?.language ?? values.mailLanguage;
  const sealed = first.secret_sealed;
  const secret = sealed === null ? undefined : tryOpen(cipher, sealed, secretPurpose(first.id));
  const items = rows.map(({ subject, actor_name: name }) => ({ subject, actor: name ?? undefined }));
  const brand = mailBrandOf(values);
  const isAdministrator = recipient?.role === 'administrator';
  const letter = writeLetter(items, { language, url: config.url, brand, secret, isAdministrator });
  return { ...renderLetter(letter), sender: brand.name, to, language, id: messageId };
}
