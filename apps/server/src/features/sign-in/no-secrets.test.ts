// Collects responses, requests, logs and all table rows of whole sign-ins. None may contain a password, provider token
// or pool Session in any usual encoding.
import { createHash } from 'node:crypto';
import { HOUR_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, test } from 'vitest';
import { dumpDatabase as dump } from '../../../test/database-dump.ts';
import { addAccount, PASSWORD, type SignInWorld, signInWorld } from '../../../test/sign-in-world.ts';
import { retryRevocations } from '../session/index.ts';
import { issueWelcomeCode } from './index.ts';

const NEW_PASSWORD = 'thirteen/blackbirds & pie';

function encodings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => {
    // Base64 depends on the offset (three cases). Only the middle is the same for each.
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return shifted.slice(shift === 0 ? 0 : 4, shifted.length - 4);
  });
  return [
    text,
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    encodeURIComponent(text),
    new URLSearchParams({ '': text }).toString().slice(1),
    JSON.stringify(text).slice(1, -1),
  ];
}

function leaks(haystack: string, secrets: ReadonlyMap<string, string>): readonly string[] {
  const lower = haystack.toLowerCase();
  return [...secrets].flatMap(([name, secret]) =>
    encodings(secret).some((form) => haystack.includes(form) || lower.includes(form.toLowerCase()))
      ? [name]
      : [],
  );
}

function secretsOf(world: SignInWorld): Map<string, string> {
  const secrets = new Map<string, string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (/^(AccessToken|IdToken|RefreshToken|Session)$/.test(name) && typeof member === 'string') {
        secrets.set(`${name} ${secrets.size}`, member);
        // The payload of a token is secret even without the signature.
        if (member.includes('.')) secrets.set(`payload ${secrets.size}`, member.split('.')[1] ?? member);
      }
      collect(member);
    }
  };
  for (const call of world.wire.calls) if (call.answer.startsWith('{')) collect(JSON.parse(call.answer));
  return secrets;
}

test('no answer, log line or row contains a password or a token; no sign-in request contains a password', async () => {
  await using world = await signInWorld({ rotation: true });
  const code = (await issueWelcomeCode(world.services)) ?? '';
  const browsers = Array.from({ length: 4 }, () => world.browser());
  const [guest, first, second, third] = browsers;
  if (!guest || !first || !second || !third) throw new Error('the test needs four browsers');

  await guest.call('welcome', { code, name: 'Grace', email: 'grace@example.org', password: PASSWORD });
  await guest.call('welcome', { code, name: 'Grace', email: 'grace@example.org', password: PASSWORD });

  expect((await first.prove('grace@example.org', PASSWORD)).body).toEqual({ step: 'signed_in' });
  const started = await first.call('startAuthenticator');
  const totp = (): string => authenticatorCode(started.body.secret, world.clock.now());
  await first.call('verifyAuthenticator', { code: totp() });
  world.clock.advance(HOUR_MS);
  expect((await first.call('getFactors')).body).toMatchObject({ authenticator: true });

  expect((await second.prove('grace@example.org', PASSWORD)).body).toMatchObject({
    step: 'SOFTWARE_TOKEN_MFA',
  });
  const openAttempt = await dump(world.connectionString);
  const answer = { challenge: 'SOFTWARE_TOKEN_MFA', answerId: crypto.randomUUID(), code: totp() };
  expect((await second.call('answerSignIn', answer)).body).toEqual({ step: 'signed_in' });
  await second.call('answerSignIn', answer);
  const session = second.cookies.get('coffer') ?? '';
  const attempt = second.cookies.get('coffer-attempt') ?? '';

  await addAccount(world, 'new@example.org', { isTemporary: true });
  await third.prove('new@example.org', 'not the right password');
  await third.prove('new@example.org', PASSWORD);
  const change = {
    challenge: 'NEW_PASSWORD_REQUIRED',
    answerId: crypto.randomUUID(),
    newPassword: NEW_PASSWORD,
  };
  expect((await third.call('answerSignIn', change)).body).toEqual({ step: 'signed_in' });

  const signedIn = await dump(world.connectionString);
  world.wire.setMode('failing');
  await first.call('signOut');
  await third.call('getFactors');
  const signedOut = await dump(world.connectionString);
  world.wire.setMode('up');
  world.clock.advance(HOUR_MS);
  await retryRevocations(world.services);

  const tokens = secretsOf(world);
  expect([...tokens.keys()].filter((name) => name.startsWith('RefreshToken')).length).toBeGreaterThanOrEqual(
    4,
  );
  expect([...tokens.keys()].some((name) => name.startsWith('Session'))).toBe(true);
  const passwords = new Map([
    ['password', PASSWORD],
    ['new password', NEW_PASSWORD],
  ]);
  const all = new Map([...tokens, ...passwords, ['client secret', world.poolOptions.clientSecret]]);
  const cookies = new Map([
    ['session cookie', session],
    ['attempt cookie', attempt],
    ['welcome code', code],
  ]);

  const received = browsers.flatMap((browser) => browser.received).join('\n');
  const logged = world.lines.join('\n');
  expect(logged.length).toBeGreaterThan(1_000);
  expect(leaks(received, all)).toEqual([]);
  expect(received).not.toMatch(/eyJ[\w-]{8}/);
  expect(leaks(logged, new Map([...all, ...cookies]))).toEqual([]);
  for (const rows of [openAttempt, signedIn, signedOut]) {
    expect(rows).toContain('grace@example.org');
    expect(leaks(rows, new Map([...all, ...cookies]))).toEqual([]);
  }
  expect(signedIn).toContain(createHash('sha256').update(session).digest('hex'));

  const proved = [...first.sent, ...second.sent].join('\n');
  expect(proved).toContain('/sign-in/answer');
  expect(leaks(proved, passwords)).toEqual([]);
});

const around = (text: string): string => `{"a":"${text}"}`;

test('the search finds a secret in each encoding', () => {
  const secret = 'thirteen/blackbirds & pie+?';
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex').toUpperCase(),
    Buffer.from(`ab${secret}cd`).toString('base64'),
    Buffer.from(`a${secret}`).toString('base64url'),
  ];
  for (const form of forms) expect(leaks(around(form), new Map([['it', secret]]))).toEqual(['it']);
  expect(leaks(around('something else'), new Map([['it', secret]]))).toEqual([]);
});
