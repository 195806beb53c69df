import type { Pool } from '../store/pools.ts';
import type { MessagePayload } from './queue.ts';
import type { MessageKind, Medium } from './delivery.ts';

export interface RenderedMessage {
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
}

/** What the words of a message are made of. A missing value is an empty one. */
interface Values {
  /** The code, or the temporary password. */
  readonly secret: string;
  readonly username: string;
}

/**
 * The words of a message: those of the pool where it has its own, ours otherwise. In templates `{####}` is the code or
 * the temporary password and `{username}` the name; in e-mails both are escaped, since templates are HTML.
 */
export function renderMessage(
  pool: Pool,
  message: { readonly kind: MessageKind; readonly medium: Medium; readonly values: MessagePayload['values'] },
): RenderedMessage {
  const { code, password, username = '' } = message.values;
  const values = { secret: code ?? password ?? '', username };
  const own = ownTemplate(pool, message.kind, message.medium);
  if (message.medium === 'SMS')
    return { text: fill(own.body ?? DEFAULT_SMS[message.kind](pool.name), values, asIs) };
  const defaults = DEFAULT_EMAILS[message.kind](pool.name);
  const subject = oneLine(fill(own.subject ?? defaults.subject, values, asIs));
  if (own.body === undefined) return { subject, ...renderDefault(defaults, values) };
  return {
    subject,
    text: fill(plainText(own.body), values, asIs),
    html: fill(own.body, values, escapeHtml),
  };
}

interface OwnTemplate {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

function ownTemplate(pool: Pool, kind: MessageKind, medium: Medium): OwnTemplate {
  const { messages, emailMfa, smsMfa } = pool.settings;
  const isEmail = medium === 'EMAIL';
  switch (kind) {
    case 'sign_up':
    case 'forgot':
    case 'verify_attribute':
      return isEmail
        ? { subject: messages.verificationSubject, body: messages.verificationEmail }
        : { body: messages.verificationSms };
    case 'mfa':
    case 'first_factor':
      return isEmail ? { subject: emailMfa.subject, body: emailMfa.message } : { body: smsMfa.message };
    case 'invitation':
      return isEmail
        ? { subject: messages.inviteSubject, body: messages.inviteEmail }
        : { body: messages.inviteSms };
    case 'custom':
    case 'welcome':
    case 'account_exists':
      return {};
  }
}

interface EmailTexts {
  readonly subject: string;
  /** Plain paragraphs; one that is only `{####}` is shown large. */
  readonly paragraphs: readonly string[];
}

const IGNORE = 'If you did not ask for this, you can ignore this message. Do not give the code to anybody.';

const DEFAULT_EMAILS: Readonly<Record<MessageKind, (name: string) => EmailTexts>> = {
  sign_up: (name) => ({
    subject: `Confirm your e-mail address for ${name}`,
    paragraphs: [`Welcome to ${name}. Enter this code to confirm your e-mail address:`, '{####}', IGNORE],
  }),
  forgot: (name) => ({
    subject: `Choose a new password for ${name}`,
    paragraphs: [
      `Somebody asked for a new password for your account at ${name}. If it was you, enter this code:`,
      '{####}',
      'If it was not you, ignore this message: your password stays as it is. Do not give the code to anybody.',
    ],
  }),
  verify_attribute: (name) => ({
    subject: `Confirm your e-mail address for ${name}`,
    paragraphs: [`Enter this code to confirm that this is your e-mail address at ${name}:`, '{####}', IGNORE],
  }),
  mfa: signInTexts,
  first_factor: signInTexts,
  custom: signInTexts,
  invitation: (name) => ({
    subject: `Your invitation to ${name}`,
    paragraphs: [
      `You have been invited to ${name}. Your user name is {username}, and this is your temporary password:`,
      '{####}',
      'You will be asked for a password of your own when you sign in for the first time.',
    ],
  }),
  welcome: (name) => ({
    subject: `Your invitation to ${name}`,
    paragraphs: [
      `You have been invited to ${name}. Your user name is {username}.`,
      'You need no password: a code is sent to you when you sign in.',
    ],
  }),
  account_exists: (name) => ({
    subject: `You already have an account at ${name}`,
    paragraphs: [
      `Somebody tried to sign up at ${name} with this e-mail address, but it has an account already.`,
      'If it was you, sign in, or ask for a new password there if you have forgotten yours.',
      'If it was not you, there is nothing that you need to do: nothing has changed.',
    ],
  }),
};

function signInTexts(name: string): EmailTexts {
  return {
    subject: `Your sign-in code for ${name}`,
    paragraphs: [
      `Enter this code to sign in to ${name}:`,
      '{####}',
      'If you are not signing in just now, somebody may know your password: change it. Do not give the code to anybody.',
    ],
  };
}

const DEFAULT_SMS: Readonly<Record<MessageKind, (name: string) => string>> = {
  sign_up: (name) => `{####} is your code to confirm your number at ${name}.`,
  forgot: (name) => `{####} is your code to choose a new password at ${name}.`,
  verify_attribute: (name) => `{####} is your code to confirm your number at ${name}.`,
  mfa: (name) => `{####} is your sign-in code for ${name}.`,
  first_factor: (name) => `{####} is your sign-in code for ${name}.`,
  custom: (name) => `{####} is your sign-in code for ${name}.`,
  invitation: (name) => `You are invited to ${name}. User name: {username} Temporary password: {####}`,
  welcome: (name) => `You are invited to ${name}. Your user name is {username}.`,
  account_exists: (name) => `Somebody tried to sign up at ${name} with this number, which has an account.`,
};

function renderDefault(texts: EmailTexts, values: Values): { readonly text: string; readonly html: string } {
  const paragraphs = texts.paragraphs.map((paragraph) =>
    paragraph === '{####}'
      ? `<p style="font:bold 24px/1.5 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;margin:24px 0">${fill(paragraph, values, escapeHtml)}</p>`
      : `<p style="margin:0 0 16px">${fill(escapeHtml(paragraph), values, escapeHtml)}</p>`,
  );
  return {
    text: `${texts.paragraphs.map((paragraph) => fill(paragraph, values, asIs)).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;max-width:480px;margin:24px auto;padding:0 16px">${paragraphs.join('')}</body></html>`,
  };
}

/** In one pass, so that a name which looks like a placeholder stays what it is. */
function fill(template: string, values: Values, write: (value: string) => string): string {
  return template.replaceAll(/\{####\}|\{username\}/g, (placeholder) =>
    write(placeholder === '{####}' ? values.secret : values.username),
  );
}

function asIs(text: string): string {
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A template of HTML as text, for who reads e-mail without it. */
function plainText(html: string): string {
  return html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/[ \t]*\r?\n[ \t]*/g, ' ')
    .replaceAll(/<br\s*\/?>|<\/(div|tr|li)\s*>/gi, '\n')
    .replaceAll(/<\/(p|h[1-6]|table|ul|ol)\s*>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) =>
      entity === '&nbsp;' ? ' ' : unescapeEntity(entity),
    )
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function unescapeEntity(entity: string): string {
  return Object.entries(ENTITIES).find(([, written]) => written === entity)?.[0] ?? entity;
}

/** A header has one line, whatever a template or a name holds. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
