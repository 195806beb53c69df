import type { Pool } from '../store/pools.ts';
import type { MessagePayload } from './queue.ts';
import type { MessageKind, Medium } from './delivery.ts';

export interface RenderedMessage {
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
}

interface Values {
  readonly secret: string;
  readonly username: string;
}

/**
 * `{####}` is the code or temporary password, `{username}` the name. Both are escaped in e-mail, where templates are
 * HTML.
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
  /** Plain text; a paragraph with only `{####}` is large. */
  readonly paragraphs: readonly string[];
}

const IGNORE = 'If you didn’t ask for this, ignore this email. Don’t share the code with anyone.';

const DEFAULT_EMAILS: Readonly<Record<MessageKind, (name: string) => EmailTexts>> = {
  sign_up: (name) => ({
    subject: `Confirm your email address for ${name}`,
    paragraphs: [`Welcome to ${name}. Enter this code to confirm your email address:`, '{####}', IGNORE],
  }),
  forgot: (name) => ({
    subject: `Choose a new password for ${name}`,
    paragraphs: [
      `Enter this code to choose a new password for your account at ${name}:`,
      '{####}',
      'If you didn’t ask for this, ignore this email. Your password stays the same. Don’t share the code with anyone.',
    ],
  }),
  verify_attribute: (name) => ({
    subject: `Confirm your email address for ${name}`,
    paragraphs: [`Enter this code to confirm your email address at ${name}:`, '{####}', IGNORE],
  }),
  mfa: signInTexts,
  first_factor: signInTexts,
  custom: signInTexts,
  invitation: (name) => ({
    subject: `Your invitation to ${name}`,
    paragraphs: [
      `You’ve been invited to ${name}. Your user name is {username}. Your temporary password is:`,
      '{####}',
      'You’ll choose your own password when you first sign in.',
    ],
  }),
  welcome: (name) => ({
    subject: `Your invitation to ${name}`,
    paragraphs: [
      `You’ve been invited to ${name}. Your user name is {username}.`,
      'You don’t need a password. We’ll send you a code when you sign in.',
    ],
  }),
  account_exists: (name) => ({
    subject: `You already have an account at ${name}`,
    paragraphs: [
      `Someone tried to sign up at ${name} with this email address, which already has an account.`,
      'If it was you, sign in. If you’ve forgotten your password, choose a new one on the sign-in page.',
      'If it wasn’t you, ignore this email. Nothing has changed.',
    ],
  }),
};

function signInTexts(name: string): EmailTexts {
  return {
    subject: `Your sign-in code for ${name}`,
    paragraphs: [
      `Enter this code to sign in to ${name}:`,
      '{####}',
      'If you aren’t signing in right now, someone may know your password. Change it, and don’t share the code with anyone.',
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
  invitation: (name) => `You have been invited to ${name}. User name: {username} Temporary password: {####}`,
  welcome: (name) => `You have been invited to ${name}. Your user name is {username}.`,
  account_exists: (name) =>
    `Someone tried to sign up at ${name} with this number, which already has an account.`,
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

/** Replaces in one pass, so that a name containing a placeholder stays unchanged. */
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

/** Prevents header injection. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
