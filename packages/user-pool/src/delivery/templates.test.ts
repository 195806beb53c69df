import { expect, test } from 'vitest';
import { poolSettingsSchema } from '../settings.ts';
import { renderMessage } from './templates.ts';

const poolWith = (settings: object = {}) => ({
  id: 'us-east-1_AbCdEf123',
  name: 'People & <Co>',
  settings: poolSettingsSchema.parse(settings),
});

test('a name that is HTML is escaped', () => {
  const { html, text } = renderMessage(poolWith(), {
    kind: 'invitation',
    medium: 'EMAIL',
    values: { username: '<img src=x onerror=alert(1)>', password: 'a<b>&"c\'' },
  });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('a&lt;b&gt;&amp;&quot;c&#39;');
  expect(html).toContain('People &amp; &lt;Co&gt;');
  expect(text).toContain('<img src=x onerror=alert(1)>');
  expect(text).toContain('a<b>&"c\'');
});

test('a name that looks like a placeholder is not replaced with the code', () => {
  const { text } = renderMessage(poolWith({ messages: { inviteSms: '{username} has {####}' } }), {
    kind: 'invitation',
    medium: 'SMS',
    values: { username: '{####}', password: 'secret' },
  });
  expect(text).toBe('{####} has secret');
});

test('a template of the pool is sent as HTML and, without its tags, as text', () => {
  const settings = {
    messages: {
      verificationEmail:
        '<style>p{}</style><p>Hello&nbsp;{username},</p><p>code: <b>{####}</b><br>R&amp;D</p>',
      verificationSubject: 'Your code\r\nBcc: eve@example.org {####}',
    },
  };
  const message = renderMessage(poolWith(settings), {
    kind: 'forgot',
    medium: 'EMAIL',
    values: { username: 'a<b', code: '123456' },
  });
  expect(message.text).toBe('Hello a<b,\n\ncode: 123456\nR&D');
  expect(message.html).toContain('<p>Hello&nbsp;a&lt;b,</p>');
  expect(message.subject).toBe('Your code Bcc: eve@example.org 123456');
});

test.each(['mfa', 'first_factor'] as const)('%s has the text of the second factor', (kind) => {
  const settings = {
    emailMfa: { message: 'sign-in {####}', subject: 'Sign in' },
    smsMfa: { message: 'sms {####}' },
  };
  const values = { code: '654321' };
  expect(renderMessage(poolWith(settings), { kind, medium: 'EMAIL', values })).toMatchObject({
    subject: 'Sign in',
    text: 'sign-in 654321',
  });
  expect(renderMessage(poolWith(settings), { kind, medium: 'SMS', values }).text).toBe('sms 654321');
});

test.each([
  'sign_up',
  'forgot',
  'verify_attribute',
  'mfa',
  'first_factor',
  'custom',
  'invitation',
  'welcome',
  'account_exists',
] as const)('the default text for %s leaves no placeholder', (kind) => {
  for (const medium of ['EMAIL', 'SMS'] as const) {
    const values = { code: '123456', username: 'ada' };
    const message = renderMessage(poolWith(), { kind, medium, values });
    expect(`${message.subject ?? ''}${message.text}${message.html ?? ''}`).not.toMatch(/\{|undefined/);
    expect(message.text.includes('123456')).toBe(kind !== 'welcome' && kind !== 'account_exists');
    expect(message.text.length).toBeLessThanOrEqual(medium === 'SMS' ? 140 : 1000);
  }
});
