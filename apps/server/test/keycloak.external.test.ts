import { MINUTE_MS } from '@coffer/kit';
import { testKeycloak } from '@coffer/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitePerson } from '../src/features/people/index.ts';
import { createIssuers } from '../src/run/issuers.ts';
import { type Keycloak, startKeycloak } from './keycloak.ts';
import { type Browser, ORIGIN, type SignInWorld, signInWorld } from './sign-in-world.ts';

const folder = testKeycloak();
const sessionOf = async (browser: Browser) => (await browser.call('getSession')).body;

describe.skipIf(folder === undefined)('people join and sign in with Keycloak', () => {
  let keycloak: Keycloak;
  let world: SignInWorld;

  beforeAll(async () => {
    keycloak = await startKeycloak(folder ?? '', {
      redirectUri: `${ORIGIN}/auth/callback`,
      signedOutUri: `${ORIGIN}/signed-out`,
    });
    const { url, clientId, clientSecret } = keycloak;
    const corp = {
      id: 'corp',
      name: 'Corp',
      issuer: url,
      clientId,
      clientSecret,
      scopes: ['openid', 'email', 'profile'],
      logout: 'rp-initiated' as const,
      allowedDomains: [],
      linksVerifiedEmail: false,
      admitsNewPeople: false,
    };
    world = await signInWorld({
      startsAt: new Date(),
      issuers: (_, services) => createIssuers({ url: ORIGIN, issuers: [corp] }, services),
    });
  }, 10 * MINUTE_MS);
  afterAll(async () => {
    await world.end();
    await keycloak.stop();
  });

  async function arrive(email: string) {
    const browser = world.browser();
    const started = await browser.call('startRedirect', { issuer: 'corp' });
    const query = new URL(await keycloak.signIn(started.body.url, email)).search;
    return { browser, finished: await browser.call('finishRedirect', { query }) };
  }

  const invite = async (email: string) =>
    await invitePerson(world.services, { email, name: '', role: 'auditor', invitedBy: null });

  test('with an invitation to the verified address, and again without one', async () => {
    const email = 'grace@example.org';
    await keycloak.addPerson({ email, isVerified: true });
    expect((await arrive(email)).finished.code).toBe('account_not_admitted');
    expect((await invite(email)).ok).toBe(true);
    const { browser, finished } = await arrive(email);
    expect(finished.status).toBe(200);
    expect(await sessionOf(browser)).toMatchObject({
      state: 'signed_in',
      person: { email, name: 'Grace Hopper', role: 'auditor' },
    });
    expect((await browser.call('signOut')).status).toBe(200);
    expect((await sessionOf(browser)).state).toBe('signed_out');
    expect((await arrive(email)).finished.status).toBe(200);
    expect(browser.received.join('\n'), 'tokens stay at the server').not.toContain('eyJ');
  });

  test('not with an address that Keycloak has not verified', async () => {
    const email = 'eve@example.org';
    await keycloak.addPerson({ email, isVerified: false });
    await invite(email);
    expect((await arrive(email)).finished.code).toBe('account_not_admitted');
  });
});
