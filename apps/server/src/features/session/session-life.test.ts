import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { describe, expect, test } from 'vitest';
import { createCipher } from '../../platform/secrets/cipher.ts';
import { email, nextPerson, prepareSignIns, world } from '../../../test/sign-in-scene.ts';
import {
  addAccount,
  administer,
  type Browser,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { withAccessToken } from './access-token.ts';
import { authenticate, retryRevocations, sweepSessions } from './index.ts';
import { purposes } from './purposes.ts';
import { hashSecret } from './secrets.ts';

prepareSignIns();

async function signedIn(at: SignInWorld = world): Promise<Browser> {
  await addAccount(at, email);
  const browser = at.browser();
  expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  return browser;
}

const secretOf = (browser: Browser): string => browser.cookies.get('coffer') ?? '';
const stateOf = async (browser: Browser): Promise<string> => (await browser.call('getSession')).body.state;

async function refreshTokenOf(browser: Browser): Promise<string> {
  const id = hashSecret(secretOf(browser));
  const row = await world.db
    .selectFrom('session')
    .select('refresh_token_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return world.cipher.open(row.refresh_token_sealed, purposes.refreshToken(id));
}

async function useToken(
  browser: Browser,
  times: number,
  at: SignInWorld = world,
): Promise<readonly string[]> {
  const actor = await authenticate(at.services, secretOf(browser));
  if (actor === undefined) return ['no session'];
  const outcomes = await Promise.all(
    Array.from({ length: times }, async () =>
      withAccessToken(at.services, actor, async (token) => await at.pool.getAccount(token)),
    ),
  );
  return [...new Set(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code)))];
}

describe('time', () => {
  test('a session ends after exactly a week without use', async () => {
    const browser = await signedIn();
    world.clock.advance(SERVER_LIMITS.sessionIdleMs - SECOND_MS);
    expect(await stateOf(browser)).toBe('signed_in');
    world.clock.advance(SERVER_LIMITS.sessionIdleMs - SECOND_MS);
    expect(await stateOf(browser)).toBe('signed_in');
    world.clock.advance(SERVER_LIMITS.sessionIdleMs);
    expect(await stateOf(browser)).toBe('signed_out');
  });

  test('a session in daily use ends after thirty days', async () => {
    const browser = await signedIn();
    for (let day = 1; day < 30; day += 1) {
      world.clock.advance(DAY_MS);
      expect(await stateOf(browser)).toBe('signed_in');
    }
    world.wire.setMode('failing');
    world.clock.advance(DAY_MS - SECOND_MS);
    expect(await stateOf(browser)).toBe('signed_in');
    world.clock.advance(SECOND_MS);
    expect(await stateOf(browser)).toBe('signed_out');
  });

  test('the time of the last request is written at most once a minute', async () => {
    const browser = await signedIn();
    const seen = async (): Promise<Date> =>
      (
        await world.db
          .selectFrom('session')
          .select('last_seen_at')
          .where('id', '=', hashSecret(secretOf(browser)))
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    const first = await seen();
    world.clock.advance(59 * SECOND_MS);
    await stateOf(browser);
    expect(await seen()).toEqual(first);
    world.clock.advance(SECOND_MS);
    await stateOf(browser);
    expect(await seen()).toEqual(world.clock.now());
  });

  test('the sweep ends expired sessions and revokes their tokens at the pool', async () => {
    const browser = await signedIn();
    const refreshToken = await refreshTokenOf(browser);
    world.clock.advance(SERVER_LIMITS.sessionIdleMs);
    await sweepSessions(world.services);
    await retryRevocations(world.services);
    expect(await world.pool.refresh({ refreshToken })).toEqual({
      ok: false,
      error: { code: 'session_ended' },
    });
    world.clock.advance(8 * DAY_MS);
    await sweepSessions(world.services);
    const left = await world.db
      .selectFrom('session')
      .select('id')
      .where('id', '=', hashSecret(secretOf(browser)))
      .execute();
    expect(left).toEqual([]);
  });

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'A'.repeat(5_000), '%00', '../../..'])(
    'a cookie without a session does not sign in: %j',
    async (cookie) => {
      expect(await authenticate(world.services, cookie)).toBeUndefined();
    },
  );
});

describe('person', () => {
  test.each(['disabled', 'removed', 'invited'] as const)(
    'a %s person loses the session with the next request',
    async (status) => {
      const browser = await signedIn();
      await world.db.updateTable('user').set({ status }).where('email', '=', email).execute();
      expect(await stateOf(browser)).toBe('signed_out');
      expect((await browser.call('getFactors')).code).toBe('not_signed_in');
    },
  );

  test('a person disabled at the pool loses the session when the access token expires', async () => {
    const browser = await signedIn();
    await administer(world, 'AdminDisableUser', { Username: email });
    world.clock.advance(HOUR_MS);
    expect(await stateOf(browser)).toBe('signed_out');
  });

  test('a person signed out everywhere at the pool loses the session at its next check', async () => {
    const browser = await signedIn();
    await administer(world, 'AdminUserGlobalSignOut', { Username: email });
    expect((await browser.call('getFactors')).code).toBe('not_signed_in');
    expect(await stateOf(browser)).toBe('signed_out');
  });
});

describe('refresh', () => {
  test.each([false, true])(
    'twenty calls with an expired token ask the pool once (rotation: %s)',
    async (rotation) => {
      const other = await signInWorld({ rotation });
      try {
        const browser = await signedIn(other);
        for (let hours = 1; hours <= 3; hours += 1) {
          const actor = await authenticate(other.services, secretOf(browser));
          expect(actor).toBeDefined();
          other.clock.advance(HOUR_MS - SECOND_MS);
          expect(await useToken(browser, 20, other)).toEqual(['ok']);
          expect(other.wire.count('GetTokensFromRefreshToken')).toBe(hours);
        }
      } finally {
        await other.end();
      }
    },
  );

  test.each(['failing', 'silent'] as const)(
    'a pool that is %s ends no session, and is not asked by every request',
    async (mode) => {
      const browser = await signedIn();
      world.clock.advance(HOUR_MS - SECOND_MS);
      world.wire.setMode(mode);
      const before = world.wire.count('GetTokensFromRefreshToken');
      expect(await useToken(browser, 20)).toEqual(['pool_unavailable']);
      expect(world.wire.count('GetTokensFromRefreshToken') - before).toBe(1);
      expect(await stateOf(browser)).toBe('signed_in');

      world.clock.advance(MINUTE_MS);
      expect(await stateOf(browser)).toBe('signed_in');
      expect((await browser.call('getFactors')).code).toBe('pool_unavailable');

      world.wire.setMode('up');
      world.clock.advance(11 * SECOND_MS);
      expect(await useToken(browser, 5)).toEqual(['ok']);
    },
  );

  test('a wrong client secret of this server does not sign anyone out', async () => {
    const browser = await signedIn();
    world.clock.advance(HOUR_MS);
    const { createCognitoPool } = await import('../../platform/identity/cognito-pool.ts');
    const pool = createCognitoPool({ ...world.poolOptions, clientSecret: 'b'.repeat(30) });
    expect(await authenticate({ ...world.services, pool }, secretOf(browser))).toBeDefined();
    world.clock.advance(11 * SECOND_MS);
    expect(await stateOf(browser)).toBe('signed_in');
    expect(await useToken(browser, 1)).toEqual(['ok']);
  });

  test('the lease of a dead server is taken over when it expires', async () => {
    const browser = await signedIn();
    world.clock.advance(HOUR_MS);
    const id = hashSecret(secretOf(browser));
    const until = new Date(world.clock.now().getTime() + MINUTE_MS);
    await world.db.updateTable('session').set({ refresh_lease_until: until }).where('id', '=', id).execute();
    expect(await stateOf(browser)).toBe('signed_in');
    world.clock.advance(MINUTE_MS);
    expect(await useToken(browser, 3)).toEqual(['ok']);
  });

  test('a session signed out during its refresh stays ended, and its new token is revoked too', async () => {
    const other = await signInWorld({ rotation: true });
    try {
      const browser = await signedIn(other);
      other.clock.advance(HOUR_MS);
      const { pool } = other;
      const slow = {
        ...pool,
        refresh: async (input: { readonly refreshToken: string }) => {
          const refreshed = await pool.refresh(input);
          await browser.call('signOut');
          return refreshed;
        },
      };
      const secret = secretOf(browser);
      expect(await authenticate({ ...other.services, pool: slow }, secret)).toBeUndefined();
      expect(await authenticate(other.services, secret)).toBeUndefined();
      await retryRevocations(other.services);
      const successor = JSON.parse(
        other.wire.calls.find((call) => call.operation === 'GetTokensFromRefreshToken')?.answer ?? '{}',
      ).AuthenticationResult.RefreshToken;
      expect(successor).toMatch(/./);
      // A pool does not have to revoke the whole token family.
      const revoked = other.wire.calls.filter((call) => call.operation === 'RevokeToken');
      expect(revoked.map((call) => JSON.parse(call.body).Token)).toContain(successor);
      expect(await pool.refresh({ refreshToken: successor })).toEqual({
        ok: false,
        error: { code: 'session_ended' },
      });
    } finally {
      await other.end();
    }
  });

  test('a session sealed with a lost master key is ended, and can be signed out', async () => {
    const one = await signedIn();
    nextPerson();
    const two = await signedIn();
    const services = { ...world.services, cipher: createCipher(new Uint8Array(32)) };
    expect(await authenticate(services, secretOf(one))).toBeDefined();
    world.clock.advance(HOUR_MS);
    expect(await authenticate(services, secretOf(one))).toBeUndefined();
    const { signOut } = await import('./sign-out.ts');
    await signOut(services, { sessionSecret: secretOf(two) });
    expect(await stateOf(two)).toBe('signed_out');
  });
});

const waiting = async (): Promise<readonly unknown[]> =>
  await world.db.selectFrom('token_revocation').select('id').execute();

describe('sign-out', () => {
  test('signing out ends the session here and at the pool, and clears the browser’s data', async () => {
    const browser = await signedIn();
    const refreshToken = await refreshTokenOf(browser);
    const old = secretOf(browser);
    const answer = await browser.call('signOut');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
    expect([...browser.cookies.keys()]).toEqual(['coffer-device']);
    browser.cookies.set('coffer', old);
    expect((await browser.call('getFactors')).code).toBe('not_signed_in');
    await expect.poll(waiting).toEqual([]);
    expect(await world.pool.refresh({ refreshToken })).toEqual({
      ok: false,
      error: { code: 'session_ended' },
    });
  });

  test('signing out does not wait for the pool', async () => {
    const browser = await signedIn();
    world.wire.setMode('silent');
    const asked = world.wire.count('RevokeToken');
    expect((await browser.call('signOut')).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
    await expect.poll(() => world.wire.count('RevokeToken')).toBe(asked + 1);
    world.wire.setMode('up');
    world.clock.advance(5 * SECOND_MS);
    await retryRevocations(world.services);
    expect(await waiting()).toEqual([]);
  });

  test('signing out twice, or without a session, succeeds', async () => {
    const browser = await signedIn();
    const old = secretOf(browser);
    await browser.call('signOut');
    browser.cookies.set('coffer', old);
    expect((await browser.call('signOut')).status).toBe(200);
    expect((await world.browser().call('signOut')).status).toBe(200);
  });

  test('with the pool unavailable, the session ends at once and the token is revoked later', async () => {
    const browser = await signedIn();
    const refreshToken = await refreshTokenOf(browser);
    const old = secretOf(browser);
    world.wire.setMode('silent');
    const asked = world.wire.count('RevokeToken');
    expect((await browser.call('signOut')).status).toBe(200);
    browser.cookies.set('coffer', old);
    expect(await stateOf(browser)).toBe('signed_out');

    await expect.poll(() => world.wire.count('RevokeToken')).toBe(asked + 1);
    world.wire.setMode('up');
    expect(await world.pool.refresh({ refreshToken })).toMatchObject({ ok: true });
    world.clock.advance(4 * SECOND_MS);
    await retryRevocations(world.services);
    expect(await world.pool.refresh({ refreshToken })).toMatchObject({ ok: true });
    world.clock.advance(SECOND_MS);
    await retryRevocations(world.services);
    expect(await world.pool.refresh({ refreshToken })).toEqual({
      ok: false,
      error: { code: 'session_ended' },
    });
    expect(await waiting()).toEqual([]);
  });

  test('a revocation that never succeeds stops after thirty days and few tries', async () => {
    const browser = await signedIn();
    world.wire.setMode('failing');
    const before = world.wire.count('RevokeToken');
    await browser.call('signOut');
    await expect.poll(() => world.wire.count('RevokeToken')).toBe(before + 1);
    for (let hours = 0; hours < 24 * 31; hours += 6) {
      world.clock.advance(6 * HOUR_MS);
      await retryRevocations(world.services);
    }
    expect(world.wire.count('RevokeToken') - before).toBeLessThanOrEqual(4 * 31 + 1);
    expect(await waiting()).toEqual([]);
    expect(world.lines.filter((line) => line.includes('revocation_given_up'))).toHaveLength(1);
  });

  test('two servers that retry at once revoke each token once', async () => {
    world.wire.setMode('failing');
    for (let people = 0; people < 5; people += 1) {
      world.wire.setMode('up');
      nextPerson();
      const browser = await signedIn();
      world.wire.setMode('failing');
      const asked = world.wire.count('RevokeToken');
      await browser.call('signOut');
      await expect.poll(() => world.wire.count('RevokeToken')).toBe(asked + 1);
    }
    world.wire.setMode('up');
    world.clock.advance(MINUTE_MS);
    const before = world.wire.count('RevokeToken');
    await Promise.all([1, 2, 3].map(async () => await retryRevocations(world.services)));
    expect(world.wire.count('RevokeToken') - before).toBe(5);
  });
});
