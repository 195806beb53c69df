import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import { createTransport } from 'nodemailer';
import type { MailSender, SmtpAddress } from '../../config/variables.ts';

export interface MailMessage {
  /** Display name of the sender, unless the operator chose one. */
  readonly sender: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  /** The same in each attempt, so that mailboxes can detect duplicates. */
  readonly id: string;
}

/**
 * `server`: no message can be sent now. `later`: this message may be accepted later. `refused`: this message will never
 * be accepted; `answer` is the response of the server, or the network error.
 */
export interface MailFailure {
  readonly code: 'server' | 'later' | 'refused';
  readonly answer: string;
}

export interface Mailer {
  /** Returns the response of the server that accepted the message. */
  readonly send: (message: MailMessage) => Promise<Result<string, MailFailure>>;
  readonly close: () => void;
}

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const SILENCE_TIMEOUT_MS = 30 * SECOND_MS;
const ANSWER_LENGTH_MAX = 500;

/** With `starttls`, nothing is sent before encryption. */
export function createMailer(
  { smtp, from }: { readonly smtp: SmtpAddress; readonly from: MailSender },
  timeouts: { readonly connectMs?: number; readonly silenceMs?: number } = {},
): Mailer {
  const { host, port, security, user, password } = smtp;
  const connectMs = timeouts.connectMs ?? CONNECT_TIMEOUT_MS;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(user === undefined || password === undefined ? {} : { auth: { user, pass: password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: timeouts.silenceMs ?? SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      try {
        const { response } = await transport.sendMail(compose(message, from));
        return ok(oneLine(response));
      } catch (cause) {
        return err(failureOf(cause));
      }
    },
    close: () => transport.close(),
  };
}

/** Addresses are passed as objects, because a comma in a string would create two recipients, even in the envelope. */
function compose({ sender, to, subject, text, html, language, id }: MailMessage, from: MailSender) {
  return {
    from: { name: from.name ?? sender, address: from.address },
    to: { name: '', address: to },
    envelope: { from: { address: from.address }, to: [{ address: to }] },
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    subject: oneLine(subject),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
    },
  };
}

function failureOf(cause: unknown): MailFailure {
  if (!(cause instanceof Error)) throw cause;
  const status = 'responseCode' in cause && typeof cause.responseCode === 'number' ? cause.responseCode : 0;
  const command = 'command' in cause && typeof cause.command === 'string' ? cause.command : '';
  const response = 'response' in cause && typeof cause.response === 'string' ? cause.response : '';
  const answer = oneLine(response === '' ? cause.message : response).slice(0, ANSWER_LENGTH_MAX);
  // Only responses to these commands are about one message; everything before is about the server.
  const isOfMessage = status > 0 && /^(RCPT TO|MAIL FROM|DATA|BDAT)$/.test(command) && status !== 421;
  if (!isOfMessage || command === 'MAIL FROM') return { code: 'server', answer };
  return { code: status >= 500 ? 'refused' : 'later', answer };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
