import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIssuers } from '../../src/run/issuers.ts';
import { retryRevocations } from '../../src/features/session/retry-revocations.ts';
import { startTestIssuer, type TestIssuer } from '../oidc-issuer.ts';
import { issuerConfig, leaveFor } from '../redirect-steps.ts';
import { type Browser, ORIGIN, type SignInWorld, signInWorld } from '../sign-in-world.ts';

let issuer: TestIssuer;
let world: SignInWorld;
const TOKEN = { label: 'Backup', scopes: ['files:read'], lifeDays: 30 };

beforeAll(async () => {
  issuer = await startTestIssuer(`${ORIGIN}/auth/callback`, `${ORIGIN}/signed-out`);
  issuer.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' };
  const issuers = [issuerConfig(issuer)];
  world = await signInWorld({
    issuers: (_, services) => createIssuers({ url: ORIGIN, issuers }, services),
  });
});
afterAll(async () => {
  await world.end();
  await issuer.close();
});
beforeEach(() => {
  issuer.proofAge = 0;
});

async function arrive(browser: Browser, isFresh: boolean) {
  const { out, query } = await leaveFor(issuer, browser, { isFresh });
  return { out, finished: await browser.call('finishRedirect', { query }) };
}

/** An issuer that ignores what it is asked for. */
async function arriveWithout(browser: Browser, names: readonly string[]) {
  const started = await browser.call('startRedirect', { issuer: 'corp', isFresh: true });
  const url = new URL(started.body.url);
  for (const name of names) url.searchParams.delete(name);
  return await browser.call('finishRedirect', { query: new URL(await issuer.visit(url.href)).search });
}

const stateOf = async (browser: Browser): Promise<string> => (await browser.call('getSession')).body.state;

test('an API token needs a proof that the issuer asked for again, and it lasts ten minutes', async () => {
  const browser = world.browser();
  const plain = await arrive(browser, false);
  expect([plain.out.get('max_age'), plain.out.get('prompt')]).toEqual([null, null]);
  const refused = await browser.call('createToken', TOKEN);
  expect(refused.problem).toMatchObject({ code: 'confirmation_needed', issuer: 'corp' });

  const fresh = await arrive(browser, true);
  expect([fresh.out.get('max_age'), fresh.out.get('prompt')]).toEqual(['0', 'login']);
  expect(fresh.finished.status).toBe(200);
  expect((await browser.call('createToken', TOKEN)).status).toBe(201);
  world.clock.advance(11 * MINUTE_MS);
  expect((await browser.call('createToken', TOKEN)).code).toBe('confirmation_needed');
});

test('the bound counts from the proof at the issuer, not from the return', async () => {
  issuer.proofAge = 50;
  const browser = world.browser();
  expect((await arrive(browser, true)).finished.status, 'within the tolerance').toBe(200);
  world.clock.advance(9 * MINUTE_MS);
  expect((await browser.call('createToken', TOKEN)).status).toBe(201);
  world.clock.advance(30 * SECOND_MS);
  expect((await browser.call('createToken', TOKEN)).code).toBe('confirmation_needed');
});

test('an issuer that answers from its open session is refused, and the session before stays', async () => {
  const browser = world.browser();
  await arrive(browser, false);
  issuer.proofAge = HOUR_MS / SECOND_MS;
  const stale = await arrive(browser, true);
  expect([stale.finished.status, stale.finished.code]).toEqual([403, 'proof_not_fresh']);
  expect(await stateOf(browser)).toBe('signed_in');
  expect((await browser.call('createToken', TOKEN)).code).toBe('confirmation_needed');
  const waiting = await world.db.selectFrom('token_revocation').select('issuer_id').execute();
  expect(waiting, 'its tokens are revoked').toEqual([{ issuer_id: 'corp' }]);
  await retryRevocations(world.services);
});

test('an issuer that does not say when the person proved it is refused too', async () => {
  const browser = world.browser();
  expect((await arriveWithout(browser, ['max_age', 'prompt'])).code).toBe('proof_not_fresh');
  expect(await stateOf(browser)).toBe('signed_out');
  expect((await arriveWithout(browser, ['prompt'])).status, 'one of both is enough').toBe(200);
  expect((await browser.call('createToken', TOKEN)).status).toBe(201);
});
