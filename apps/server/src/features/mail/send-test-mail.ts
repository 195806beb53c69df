import type { MailLanguage, Person, TestMailResult } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findRecipient } from './store/outbox.ts';
import { mailBrandOf } from './templates/mail-brand.ts';
import { renderLetter } from './templates/render.ts';
import { writeLetter } from './templates/write-letter.ts';

type Needs = Pick<Services, 'config' | 'db' | 'log' | 'mail' | 'newId' | 'settings'>;

/**
 * Sends a test message to the administrator's own address, without the outbox, because the mail server's response is
 * the result.
 */
export async function sendTestMail(
  { config, db, log, mail, newId, settings }: Needs,
  actor: Person,
  language: MailLanguage,
): Outcome<TestMailResult, Failure> {
  if (actor.role !== 'administrator') {
    return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
  }
  if (mail === undefined) return ok({ outcome: 'no_server', address: '', answer: '' });
  const recipient = await findRecipient(db, actor.id);
  if (recipient === undefined) return ok({ outcome: 'no_address', address: '', answer: '' });
  const brand = mailBrandOf(await settings.read(db));
  const letter = writeLetter([{ subject: { kind: 'test' }, actor: undefined }], {
    language,
    brand,
    url: config.url,
  });
  const to = recipient.email;
  const sent = await mail.send({ ...renderLetter(letter), sender: brand.name, to, language, id: newId() });
  log.info('test_mail_sent', { actorId: actor.id, isAccepted: sent.ok });
  return ok({
    outcome: sent.ok ? 'accepted' : 'refused',
    address: to,
    answer: sent.ok ? sent.value : sent.error.answer,
  });
}
