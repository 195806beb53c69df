import type { MailState, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { countOutbox } from './store/outbox.ts';

export async function getMail(
  { config, db }: Pick<Services, 'config' | 'db'>,
  actor: Person,
): Outcome<MailState, Failure> {
  if (actor.role === 'member') return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const counts = await countOutbox(db);
  const { mail } = config;
  return ok({
    server:
      mail === undefined
        ? null
        : {
            host: mail.smtp.host,
            port: mail.smtp.port,
            security: mail.smtp.security,
            isSignedIn: mail.smtp.user !== undefined,
            from: mail.from.address,
          },
    waiting: counts.waiting,
    sent: counts.sent,
    failed: counts.failed,
    lastSentAt: counts.last_sent_at?.toISOString() ?? null,
    problem:
      counts.since === null || counts.answer === null
        ? null
        : { since: counts.since.toISOString(), answer: counts.answer },
    mayTest: actor.role === 'administrator',
  });
}
