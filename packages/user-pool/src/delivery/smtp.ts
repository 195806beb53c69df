import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import { createTransport } from 'nodemailer';
import { isEmail } from '../accounts/names.ts';
import type { Delivery, DeliveryError, Message } from './delivery.ts';
import type { MailSender, SmtpSettings } from './settings.ts';

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const SILENCE_TIMEOUT_MS = 20 * SECOND_MS;
const IDLE_TIMEOUT_MS = 30 * SECOND_MS;

/** With `starttls` nothing is sent before encryption. */
export function createSmtpDelivery(settings: SmtpSettings, from: MailSender): Delivery {
  const { host, port, security, user, password, certificateAuthority } = settings;
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: {
      minVersion: 'TLSv1.2',
      ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    },
    ...(user === undefined || password === undefined ? {} : { auth: { user, pass: password } }),
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    idleTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    media: ['EMAIL'],
    async send(message) {
      if (!isEmail(message.to)) return err({ code: 'undeliverable', reason: 'EADDRESS' });
      try {
        await transport.sendMail(compose(message, from));
        return ok(undefined);
      } catch (cause) {
        return refuse(cause);
      }
    },
    async close() {
      transport.close({ force: true });
    },
  };
}

/** Addresses are objects, because a comma in a string creates two recipients, even in the envelope. */
function compose(message: Message, from: MailSender) {
  const { subject = '', text, html, to, id } = message;
  return {
    from: { name: from.name ?? '', address: from.address },
    to: { name: '', address: to },
    envelope: { from: { address: from.address }, to: [{ address: to }] },
    // Stable over retries, so that mailboxes can detect duplicates.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** Returns codes only, because error texts may quote the address or the message. */
function refuse(cause: unknown): Result<never, DeliveryError> {
  if (!(cause instanceof Error)) throw cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  const status = 'responseCode' in cause && typeof cause.responseCode === 'number' ? cause.responseCode : '';
  return err({ code: 'undeliverable', reason: `${code} ${status}`.trim() });
}
