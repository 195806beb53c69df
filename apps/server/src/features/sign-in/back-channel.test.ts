// The clock starts at the real time, because `oidc-provider` uses the real time for its tokens.
import { createHmac } from 'node:crypto';
import { defined, HOUR_MS } from '@coffer/kit';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestIssuer, type TestIssuer } from '../../../test/oidc-issuer.ts';
import { issuerConfig, leaveFor } from '../../../test/redirect-steps.ts';
import { type Browser, ORIGIN, type SignInWorld, signInWorld } from '../../../test/sign-in-world.ts';
import type { Issuer } from '../../platform/identity/issuers.ts';
import { createIssuers } from '../../run/issuers.ts';
import { finishRedirect } from './finish-redirect.ts';
import { sweepSessions } from '../session/sweep-sessions.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
let issuer: TestIssuer;
let world: SignInWorld;
let other: TestIssuer;

beforeAll(async () => {
  [issuer, other] = (await Promise.all(
    [1, 2].map(async () => await startTestIssuer(`${ORIGIN}/auth/callback`, `${ORIGIN}/signed-out`)),
  )) as [TestIssuer, TestIssuer];
  const issuers = [issuerConfig(issuer), issuerConfig(other, { id: 'other', name: 'Other' })];
  world = await signInWorld({
    startsAt: new Date(),
    issuers: (_, services) => createIssuers({ url: ORIGIN, issuers }, services),
  });
});
afterAll(async () => {
  await world.end();
  await issuer.close();
  await other.close();
});
let count = 0;
beforeEach(() => {
  count += 1;
  // Rate limits need a clock that never goes backwards.
  world.clock.set(new Date(Math.max(Date.now(), world.clock.now().getTime())));
  issuer.failure = undefined;
  issuer.person = {
    sub: `ada-${count}`,
    email: `ada-${count}@example.org`,
    email_verified: true,
    name: 'Ada',
  };
});

async function signedIn(id = 'corp', from = issuer): Promise<Browser> {
  const browser = world.browser();
  const { query } = await leaveFor(from, browser, { id, address: `192.0.2.${count}` });
  expect((await browser.call('finishRedirect', { query })).status).toBe(200);
  return browser;
}

const stateOf = async (browser: Browser): Promise<string> => (await browser.call('getSession')).body.state;

async function tell(
  token: string,
  change: {
    readonly id?: string;
    readonly method?: string;
    readonly type?: string;
    readonly body?: string;
  } = {},
): Promise<Response> {
  const method = change.method ?? 'POST';
  return await world.app.request(`${ORIGIN}/auth/backchannel-logout/${change.id ?? 'corp'}`, {
    method,
    headers: { 'content-type': change.type ?? 'application/x-www-form-urlencoded' },
    ...(method === 'GET' ? {} : { body: change.body ?? `logout_token=${token}` }),
  });
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function claims(change: Readonly<Record<string, unknown>> = {}): JWTPayload {
  return {
    iss: issuer.url,
    aud: issuer.clientId,
    iat: nowSeconds(),
    exp: nowSeconds() + 120,
    jti: crypto.randomUUID(),
    sub: issuer.person.sub,
    events: { [EVENT]: {} },
    ...change,
  };
}

describe('a foreign issuer', () => {
  test('announces a sign-out, which ends that session and no other', async () => {
    const bystander = await signedIn();
    const browser = await signedIn();
    const asked = issuer.logoutTokens.length;
    await issuer.endSession();
    await expect.poll(() => issuer.logoutTokens.length).toBe(asked + 1);
    const token = issuer.logoutTokens[asked] ?? '';
    expect(decodeJwt(token)).toMatchObject({ sid: expect.any(String), events: { [EVENT]: {} } });

    const answer = await tell(token);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await stateOf(browser)).toBe('signed_out');
    expect(await stateOf(bystander)).toBe('signed_in');
    const left = await world.db.selectFrom('token_revocation').select('issuer_id').execute();
    expect(left).toEqual([{ issuer_id: 'corp' }]);

    const again = await tell(token);
    expect([again.status, await again.json()]).toEqual([400, { error: 'invalid_request' }]);
  });
});

describe('a hand-made token', () => {
  test('with only a subject ends all sessions of that person at this issuer, and no others', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    other.person = issuer.person;
    const elsewhere = await signedIn('other', other);
    expect((await tell(await issuer.sign(claims()))).status).toBe(200);
    expect(await Promise.all([one, two, elsewhere].map(stateOf))).toEqual([
      'signed_out',
      'signed_out',
      'signed_in',
    ]);
  });

  test('of an unknown person succeeds', async () => {
    expect((await tell(await issuer.sign(claims({ sub: 'nobody', sid: 'none' })))).status).toBe(200);
  });

  test('with the session of another person ends neither', async () => {
    const victim = await signedIn();
    const sid = (
      await world.db
        .selectFrom('session')
        .select('issuer_sid')
        .where('issuer_subject', '=', issuer.person.sub)
        .executeTakeFirstOrThrow()
    ).issuer_sid;
    expect((await tell(await issuer.sign(claims({ sub: 'mallory', sid })))).status).toBe(200);
    expect(await stateOf(victim)).toBe('signed_in');
    expect((await tell(await issuer.sign(claims({ sub: undefined, sid })))).status).toBe(200);
    expect(await stateOf(victim)).toBe('signed_out');
  });

  test('that arrives while the sign-in is finishing ends it too', async () => {
    const browser = world.browser();
    const started = await browser.call('startRedirect', { issuer: 'corp' }, `192.0.2.${count}`);
    const query = new URL(await issuer.visit(started.body.url)).search;
    const corp = defined(world.issuers.get('corp'), 'the issuer is not configured');
    // The person signs out after the code exchange, before the session is written.
    const finish: Issuer['finish'] = async (...input) => {
      const arrived = await corp.finish(...input);
      const sid = arrived.ok ? arrived.value.sid : undefined;
      expect((await tell(await issuer.sign(claims({ sid })))).status).toBe(200);
      return arrived;
    };
    const issuers = new Map([['corp', { ...corp, finish }]]);
    const finished = await finishRedirect(
      { ...world.services, issuers },
      {
        query,
        redirectSecret: browser.cookies.get('coffer-redirect'),
        previousSecret: undefined,
        address: '192.0.2.7',
        userAgent: '',
        onTaken: () => undefined,
      },
    );
    expect(finished).toEqual({ ok: false, error: { code: 'challenge_expired' } });
    const { sub } = issuer.person;
    expect(
      await world.db.selectFrom('session').select('id').where('issuer_subject', '=', sub).execute(),
    ).toEqual([]);
  });

  test('sent ten times at once counts once', async () => {
    const browser = await signedIn();
    const token = await issuer.sign(claims());
    const answers = await Promise.all(Array.from({ length: 10 }, async () => await tell(token)));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    expect(await stateOf(browser)).toBe('signed_out');
  });
});

describe('a false token ends nothing', () => {
  const LIES: Readonly<Record<string, () => Promise<string>>> = {
    'another issuer': async () => await issuer.sign(claims({ iss: other.url })),
    'the key of another issuer': async () => await other.sign(claims()),
    'another audience': async () => await issuer.sign(claims({ aud: 'somebody' })),
    'no audience': async () => await issuer.sign(claims({ aud: undefined })),
    'no time': async () => await issuer.sign(claims({ iat: undefined })),
    'an old one': async () => await issuer.sign(claims({ iat: nowSeconds() - 3_600, exp: undefined })),
    'one of tomorrow': async () => await issuer.sign(claims({ iat: nowSeconds() + 86_400 })),
    'one that is over': async () => await issuer.sign(claims({ exp: nowSeconds() - 120 })),
    'no event': async () => await issuer.sign(claims({ events: undefined })),
    'another event': async () =>
      await issuer.sign(claims({ events: { 'http://schemas.openid.net/event/other': {} } })),
    'an event that is no object': async () => await issuer.sign(claims({ events: { [EVENT]: 'yes' } })),
    'a nonce': async () => await issuer.sign(claims({ nonce: 'n' })),
    'an empty nonce': async () => await issuer.sign(claims({ nonce: null })),
    'no id': async () => await issuer.sign(claims({ jti: undefined })),
    nobody: async () => await issuer.sign(claims({ sub: undefined })),
    'a number for a person': async () => await issuer.sign(claims({ sub: 7 })),
    'the type of an access token': async () => await issuer.sign(claims(), { typ: 'at+jwt' }),
    'a critical header': async () =>
      await issuer.sign(claims(), { crit: ['b64'], b64: false }).catch(() => 'x.y.z'),
    'no signature': async () => {
      return await Promise.resolve(`${part({ alg: 'none', typ: 'logout+jwt' })}.${part(claims())}.`);
    },
    'a signature with the public key as a secret': async () => {
      const published = await (await fetch(`${issuer.url}/jwks`)).text();
      const token = await issuer.sign(claims());
      const [, body = ''] = token.split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'the-one' })).toString('base64url');
      const mac = createHmac('sha256', published).update(`${header}.${body}`).digest('base64url');
      return `${header}.${body}.${mac}`;
    },
    'a key of its own in the header': async () => {
      const pair = await generateKeyPair('RS256', { extractable: true });
      const { exportJWK } = await import('jose');
      return await new SignJWT(claims())
        .setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk: await exportJWK(pair.publicKey) })
        .sign(pair.privateKey);
    },
    'a changed body': async () => {
      const [header = '', , signature = ''] = (await issuer.sign(claims())).split('.');
      const body = Buffer.from(JSON.stringify(claims({ sub: 'other' }))).toString('base64url');
      return `${header}.${body}.${signature}`;
    },
    'an ID token': async () =>
      await issuer.sign(
        { ...claims({ nonce: 'n', events: undefined }), auth_time: nowSeconds() },
        { typ: 'JWT' },
      ),
    'no token': async () => await Promise.resolve('nothing'),
    'an endless one': async () => await issuer.sign(claims({ filler: 'x'.repeat(12_000) })),
    'nothing at all': async () => await Promise.resolve(''),
  };

  test.each(Object.keys(LIES))('%s', async (name) => {
    const browser = await signedIn();
    const answer = await tell((await LIES[name]?.()) ?? '');
    expect([answer.status, await answer.text()]).toEqual([400, '{"error":"invalid_request"}']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await stateOf(browser)).toBe('signed_in');
  });

  test('only one token, in a form, by POST, for a known issuer is accepted', async () => {
    const browser = await signedIn();
    const token = await issuer.sign(claims());
    expect((await tell(token, { id: 'nobody' })).status).toBe(400);
    expect((await tell(token, { id: 'other' })).status).toBe(400);
    expect((await tell(token, { method: 'GET' })).status).toBe(405);
    expect(
      (await tell(token, { type: 'application/json', body: JSON.stringify({ logout_token: token }) })).status,
    ).toBe(400);
    expect((await tell(token, { body: `logout_token=${token}&logout_token=${token}` })).status).toBe(400);
    expect((await tell(token, { body: `token=${token}` })).status).toBe(400);
    expect((await tell(token, { body: `logout_token=${token}&x=${'x'.repeat(20_000)}` })).status).toBe(400);
    expect(await stateOf(browser)).toBe('signed_in');
    expect((await tell(token)).status).toBe(200);
    expect(await stateOf(browser)).toBe('signed_out');
  });

  test('while the issuer’s keys cannot be fetched, the issuer is asked to retry and the token stays unused', async () => {
    const fresh = createIssuers({ url: ORIGIN, issuers: [issuerConfig(issuer)] }, world.services);
    const { signOutFromIssuer } = await import('../session/sign-out-from-issuer.ts');
    const token = await issuer.sign(claims());
    const services = { ...world.services, issuers: fresh };
    issuer.failure = 500;
    expect(await signOutFromIssuer(services, { issuerId: 'corp', token })).toBe('unavailable');
    issuer.failure = undefined;
    expect(await signOutFromIssuer(services, { issuerId: 'corp', token })).toBe('done');
  });

  test('no log line contains a token or a person', async () => {
    const token = await issuer.sign(claims({ aud: 'somebody' }));
    await tell(token);
    expect(decodeProtectedHeader(token).kid).toBe('the-one');
    const log = world.lines.join('\n');
    expect(log).toContain('logout_token_refused');
    expect(log).not.toContain(token.slice(0, 40));
    expect(log).not.toContain(issuer.person.sub);
  });
});

test('a token is deleted once it would no longer be accepted', async () => {
  const token = await issuer.sign(claims());
  expect((await tell(token)).status).toBe(200);
  world.clock.advance(HOUR_MS);
  await sweepSessions(world.services);
  expect(await world.db.selectFrom('logout_token').select('jti_hash').execute()).toEqual([]);
  expect((await tell(token)).status).toBe(400);
});
