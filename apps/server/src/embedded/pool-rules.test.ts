import { expect, test } from 'vitest';
import { declarePool, type PoolPurpose } from './pool-rules.ts';

const SECRETS = { poolId: 'us-east-1_AbCdEf123', poolClientId: 'coffer', poolClientSecret: 'x'.repeat(32) };
const PURPOSE: PoolPurpose = {
  appUrl: 'https://files.example.org',
  signInMethods: ['passkey'],
  hasMail: false,
  hasSms: false,
  secondFactor: 'optional',
  signUpDomains: [],
  pages: undefined,
};
const declared = (changes: Partial<PoolPurpose> = {}) => declarePool(SECRETS, { ...PURPOSE, ...changes });

test.each([
  ['off', 'OFF', undefined],
  ['optional', 'OPTIONAL', undefined],
  ['required', 'ON', 'MULTI_FACTOR_WITH_USER_VERIFICATION'],
] as const)('a second factor that is %s', (secondFactor, mfaConfiguration, factorConfiguration) => {
  const pool = declared({ secondFactor });
  expect(pool.mfaConfiguration).toBe(mfaConfiguration);
  expect(pool.webAuthn?.factorConfiguration).toBe(factorConfiguration);
});

test('SMS codes are available if SMS can be sent', () => {
  expect(declared().smsMfa).toEqual({ isEnabled: false });
  expect(declared({ hasSms: true }).smsMfa).toEqual({ isEnabled: true });
});

test('the client may redirect where the pool’s own pages are open, and its passkeys work below its host', () => {
  expect(declared().clients[0]?.isOAuthAllowed).toBeUndefined();
  const pages = {
    url: 'https://login.files.example.org',
    redirectUri: 'https://files.example.org/auth/callback',
    signedOutUri: 'https://files.example.org/signed-out',
  };
  const open = declared({ pages });
  expect(open.clients[0]).toMatchObject({
    isOAuthAllowed: true,
    oauthFlows: ['code'],
    callbackUrls: [pages.redirectUri],
    logoutUrls: [pages.signedOutUri],
  });
  expect(open.webAuthn?.origins).toEqual([PURPOSE.appUrl, pages.url]);
  const beside = declared({ pages: { ...pages, url: 'https://login.example.org' } });
  expect(beside.webAuthn?.origins).toEqual([PURPOSE.appUrl]);
});
