import { expect, test } from 'vitest';
import { type Config, parseConfig } from './config.ts';

function parsed(environment: Record<string, string>): Config {
  const result = parseConfig(environment);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function issues(environment: Record<string, string>): Record<string, string> {
  const result = parseConfig(environment);
  return result.ok ? {} : Object.fromEntries(result.error.map(({ name, message }) => [name, message]));
}

const MAIL = { COFFER_SMTP: 'smtp://localhost', COFFER_MAIL_FROM: 'files@example.org' };
const SMS_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
const SMS = { COFFER_SMS_URL: 'https://sms.example.org/send?a=1', COFFER_SMS_SECRET: SMS_SECRET };

test('by default the embedded pool is closed, and people may use a second factor', () => {
  expect(parsed({}).pool).toEqual({
    kind: 'embedded',
    port: 8422,
    mail: undefined,
    sms: undefined,
    pagesUrl: undefined,
    corsOrigins: [],
    secondFactor: 'optional',
    signUpDomains: [],
  });
});

test('its settings are read', () => {
  const config = parsed({
    ...MAIL,
    ...SMS,
    COFFER_POOL_URL: 'http://127.0.0.1:8422',
    COFFER_POOL_ORIGINS: 'https://app.example.org, http://localhost:5173',
    COFFER_SECOND_FACTOR: 'required',
    COFFER_SIGN_UP_DOMAINS: 'Example.org, example.com',
  });
  expect(config.pool).toMatchObject({
    pagesUrl: 'http://127.0.0.1:8422',
    corsOrigins: ['https://app.example.org', 'http://localhost:5173'],
    secondFactor: 'required',
    sms: { url: 'https://sms.example.org/send?a=1', secret: SMS_SECRET },
    signUpDomains: ['example.org', 'example.com'],
  });
  expect(config.signInMethods).toContain('sign-up');
});

test.each([
  ['COFFER_SECOND_FACTOR', 'on', /off, optional or required/],
  ['COFFER_POOL_URL', 'login.example.org', /origin/],
  ['COFFER_POOL_URL', 'http://login.example.org', /reverse proxy/],
  ['COFFER_POOL_URL', 'http://localhost:8422', /another host name/],
  ['COFFER_POOL_ORIGINS', '*', /origins/],
  ['COFFER_SIGN_UP_DOMAINS', 'ada@example.org', /domains/],
  ['COFFER_SIGN_UP_DOMAINS', '*.example.org', /domains/],
])('%s=%s is rejected with the allowed values', (name, value, message) => {
  expect(issues({ ...MAIL, [name]: value })[name]).toMatch(message);
});

test('the SMS secret is never quoted, and SMS need TLS or a local gateway', () => {
  const wrong = issues({ ...SMS, COFFER_SMS_SECRET: 'hidden-value' });
  expect(wrong['COFFER_SMS_SECRET']).toMatch(/openssl/);
  expect(JSON.stringify(wrong)).not.toContain('hidden-value');
  expect(issues({ ...SMS, COFFER_SMS_URL: 'http://sms.example.org/' })['COFFER_SMS_URL']).toMatch(/https/);
  expect(issues({ COFFER_SMS_URL: SMS.COFFER_SMS_URL })).toHaveProperty('COFFER_SMS_SECRET');
  expect(issues({ COFFER_SMS_SECRET: SMS_SECRET })).toHaveProperty('COFFER_SMS_URL');
});

test('sign-up by domain needs mail, and the sign-up that it opens', () => {
  const domains = { COFFER_SIGN_UP_DOMAINS: 'example.org' };
  expect(issues(domains)['COFFER_SIGN_UP_DOMAINS']).toMatch(/COFFER_SMTP/);
  expect(issues({ ...MAIL, ...domains, COFFER_SIGN_IN: 'reset' })['COFFER_SIGN_UP_DOMAINS']).toMatch(
    /sign-up/,
  );
  expect(parsed({ ...MAIL, ...domains, COFFER_SIGN_IN: 'sign-up' }).signInMethods).toEqual(['sign-up']);
});

test('settings of the embedded pool are rejected with an external pool', () => {
  const all = {
    ...SMS,
    COFFER_POOL_URL: 'http://127.0.0.1:8422',
    COFFER_POOL_ORIGINS: 'https://app.example.org',
    COFFER_SECOND_FACTOR: 'off',
    COFFER_SIGN_UP_DOMAINS: 'example.org',
  };
  const other = { COFFER_POOL_ID: 'eu-west-1_abc', COFFER_POOL_CLIENT_ID: 'abc' };
  const found = issues({ ...all, ...other });
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(all).toSorted());
  for (const message of Object.values(found)) expect(message).toMatch(/embedded pool/);
});

test('an issuer may not have the name of the pool’s own pages', () => {
  const issuer = { id: 'pool', name: 'Corp', issuer: 'https://login.example.org', clientId: 'c' };
  const given = { COFFER_OIDC: JSON.stringify([issuer]), COFFER_POOL_URL: 'http://127.0.0.1:8422' };
  expect(issues(given)['COFFER_OIDC']).toMatch(/pool/);
});
